import type { CustomerExport, customers } from "@vetrina/contract/people/customers";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { presentAddress } from "./address-rows.ts";
import { maxAddresses } from "./create-address.ts";
import { type CustomerRow, presentCustomer, readCustomer } from "./customer-rows.ts";
import { readExportPart } from "./export-parts.ts";
import { readWishlist } from "./list-wishlist.ts";
import { readAddressesOf } from "./queries.ts";

/** Returns a page of the customer's data, including the staff's note and tags. */
export const exportCustomer: Handler<typeof customers.exportCustomer> = (ctx, { id, after }) =>
  ctx.tx(async (tx): Promise<CustomerExport> => {
    const row = await readCustomer(tx, id);
    const isFirst = after === undefined;
    const data = {
      exportedAt: ctx.now().toISOString(),
      store: { id: ctx.store.id, name: ctx.store.name },
      customer: { ...presentCustomer(ctx, row), note: row.note, tags: row.tags },
      // Only the customer gets this part, not the staff: the account belongs to the platform, and the store must not
      // learn its id.
      account: ctx.actor.kind === "customer" ? await readAccount(tx, ctx.actor.userId) : null,
      ...(isFirst ? await readLists(tx, row) : { formerEmails: [], addresses: [], wishlist: [] }),
      ...(await readExportPart(ctx.services, tx, id, after)),
    };
    if (isFirst) await auditExport(tx, ctx, id);
    return data;
  });

async function auditExport(tx: Transaction, ctx: Context, id: string): Promise<void> {
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
  { id }: CustomerRow,
): Promise<Pick<CustomerExport, "formerEmails" | "addresses" | "wishlist">> {
  const page = { limit: maxAddresses, offset: 0 };
  const { rows } = await readAddressesOf(tx, id, undefined, page);
  const former = await tx.row<{ emails: string[] | null }>(sql`
    select json_agg(f.email order by f.last) filter (where f.email is not null) as emails
    from shop.customers c left join lateral (
      select email, max(position) as last from unnest(former_emails) with ordinality o (email, position)
      where email is distinct from lower(c.email) group by email) f on true
    where c.store_id = ${tx.storeId} and c.id = ${id}`);
  return {
    formerEmails: former?.emails ?? [],
    addresses: rows.map(presentAddress),
    wishlist: await readWishlist(tx, id),
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
