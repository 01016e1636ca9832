import type { CustomerExport, customers } from "@vetrina/contract/people/customers";
import { actorOf, audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { countWrite } from "../../platform/http/callers/count-write.ts";
import { countCall, countHitIn } from "../../platform/http/callers/rate-limit.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { presentAddress } from "./address-rows.ts";
import { maxAddresses } from "./create-address.ts";
import { presentCustomer, readCustomer } from "./customer-rows.ts";
import { readExportPart } from "./export-parts.ts";
import { readWishlist } from "./list-wishlist.ts";
import { readAddressesOf } from "./queries.ts";

const anHour = 60 * 60;
/**
 * The limit per minute. A first page counts as ten, a further page as one, so that a caller can begin six exports a
 * minute and still complete a large one.
 */
const maxPerMinute = 60;
const weights = { firstPage: 10, otherPage: 1 };

/**
 * Returns a page of the customer's data, including the staff's note and tags. Sends its statements together, so that it
 * doesn't hold a connection while waiting for the event loop. Throws RATE_LIMITED.
 */
export const exportCustomer: Handler<typeof customers.exportCustomer> = async (
  ctx,
  { id, after },
) => {
  const isFirst = after === undefined;
  await countExport(ctx, isFirst);
  return ctx.tx(async (tx): Promise<CustomerExport> => {
    const [row, account, lists, part] = await Promise.all([
      readCustomer(tx, id),
      // Only the customer gets this part, not the staff: the account belongs to the platform, and the store must not
      // learn its id.
      ctx.actor.kind === "customer" ? readAccount(tx, ctx.actor.userId) : null,
      isFirst ? readLists(tx, id) : { formerEmails: [], addresses: [], wishlist: [] },
      readExportPart(ctx.services, tx, id, after),
    ]);
    if (isFirst) await auditExport(tx, ctx, id);
    return {
      exportedAt: ctx.now().toISOString(),
      store: { id: ctx.store.id, name: ctx.store.name },
      customer: { ...presentCustomer(ctx, row), note: row.note, tags: row.tags },
      account,
      ...lists,
      ...part,
    };
  });
};

/**
 * Counts a page per user or key, not per IP address. It also counts as a write, because the first page adds an audit
 * entry.
 */
async function countExport(ctx: Context, isFirst: boolean): Promise<void> {
  if (!ctx.limitsCallers) return;
  const { kind, id } = actorOf(ctx);
  const weight = isFirst ? weights.firstPage : weights.otherPage;
  const { app } = ctx.services.database;
  await countCall(app, `exports of customers by ${kind} ${id}`, maxPerMinute, undefined, weight);
  await countWrite(app, { method: "POST" }, { actor: ctx.actor, store: ctx.store, bytes: 0 });
}

/** Audits the caller's first export of the customer in each hour, because the entries are kept forever. */
async function auditExport(tx: Transaction, ctx: Context, id: string): Promise<void> {
  const { kind, id: by } = actorOf(ctx);
  if ((await countHitIn(tx, `export of customer ${id} by ${kind} ${by}`, anHour, 1)) > 1) return;
  await audit(tx, ctx, {
    action: "OTHER",
    entityType: "customer",
    entityId: id,
    after: { exported: true },
  });
}

/** Reads the lists that are short enough to fit on one page. */
async function readLists(
  tx: Transaction,
  id: string,
): Promise<Pick<CustomerExport, "formerEmails" | "addresses" | "wishlist">> {
  const page = { limit: maxAddresses, offset: 0 };
  const formerEmails = tx.row<{ emails: string[] | null }>(sql`
    select json_agg(f.email order by f.last) filter (where f.email is not null) as emails
    from shop.customers c left join lateral (
      select email, max(position) as last from unnest(former_emails) with ordinality o (email, position)
      where email is distinct from lower(c.email) group by email) f on true
    where c.store_id = ${tx.storeId} and c.id = ${id}`);
  const [former, addresses, wishlist] = await Promise.all([
    formerEmails,
    readAddressesOf(tx, id, undefined, page),
    readWishlist(tx, id),
  ]);
  return {
    formerEmails: former?.emails ?? [],
    addresses: addresses.rows.map(presentAddress),
    wishlist,
  };
}

async function readAccount(tx: Transaction, userId: string): Promise<CustomerExport["account"]> {
  const user = await tx.row<{ id: string; email: string; name: string; created_at: Date }>(
    sql`select id, email, name, created_at from shop.users where id = ${userId} and deleted_at is null`,
  );
  if (user === undefined) return null;
  const { created_at, ...account } = user;
  return { ...account, createdAt: created_at.toISOString() };
}
