import type { customers, CustomerUpdate } from "@vetrina/contract/people/customers";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { addressTaken } from "./create-customer.ts";
import { type CustomerRow, lockCustomer, presentCustomer, readCustomer } from "./customer-rows.ts";
import { noTokensHash } from "./subscriptions/subscription-token.ts";
import { maxFormerEmails, maxPeriods, refusedFields } from "./rules.ts";
import { isSqlState } from "../../platform/database/sql-state.ts";

/**
 * Changes the fields sent. Throws EDIT_CONFLICT if If-Match is out of date, and ALREADY_EXISTS if another customer has
 * the email address.
 */
export const updateCustomer: Handler<typeof customers.updateCustomer> = (ctx, { id, body }) =>
  ctx.tx(async (tx) => {
    const present = await lockCustomer(tx, id);
    await requireFresh(tx, ctx, "customer", present.version, async () =>
      presentCustomer(ctx, present),
    );
    requireOwnFields(ctx, present, body);
    const { newsletter, ...fields } = body;
    const changes = differences(present, fields);
    const changed = Object.keys(changes);
    if (changes.email !== undefined) {
      await requireUnusedEmail(tx, present.id, changes.email);
      await requireRoomForEmail(tx, present.id, changes.email);
    }
    if (changed.length > 0) await write(tx, ctx, { ...present, ...changes });
    if (newsletter !== undefined && newsletter !== present.newsletter) {
      await setNewsletter(tx, ctx, present.id, newsletter);
      changed.push("newsletter");
    }
    if (changed.length > 0)
      await audit(tx, ctx, {
        action: "UPDATE",
        entityType: "customer",
        entityId: id,
        after: { changed },
      });
    return presentCustomer(ctx, await readCustomer(tx, id));
  });

function requireOwnFields(ctx: Context, present: CustomerRow, body: CustomerUpdate): void {
  const caller = ctx.grant === "customer" ? "customer" : "staff";
  const errors = refusedFields(caller, { hasAccount: present.user_id !== null }, body);
  const [first] = errors;
  if (first === undefined) return;
  throw new ApiFailure("FORBIDDEN", first.message, errors);
}

type Fields = Pick<CustomerRow, "name" | "phone" | "email" | "note" | "tags">;

/** Returns the sent fields that differ from the current values. An empty phone or note counts as null. */
function differences(
  present: CustomerRow,
  body: Omit<CustomerUpdate, "newsletter">,
): Partial<Fields> {
  const sent: Partial<Fields> = {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.email === undefined ? {} : { email: body.email.toLowerCase() }),
    ...(body.phone === undefined ? {} : { phone: body.phone || null }),
    ...(body.note === undefined ? {} : { note: body.note || null }),
    ...(body.tags === undefined ? {} : { tags: body.tags }),
  };
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([key, value]) => JSON.stringify(present[key as keyof Fields]) !== JSON.stringify(value),
    ),
  );
}

async function requireUnusedEmail(tx: Transaction, id: string, email: string): Promise<void> {
  const taken = await tx.row<{ id: string }>(sql`
    select id from shop.customers
    where store_id = ${tx.storeId} and lower(email) = ${email} and erased_at is null and id <> ${id}`);
  if (taken !== undefined) throw addressTaken(taken.id);
}

/**
 * Throws LIMIT_REACHED if the customer has `maxFormerEmails` former emails or `maxPeriods` periods. The oldest can't be
 * dropped, because erasing a customer searches for all of them.
 */
async function requireRoomForEmail(tx: Transaction, id: string, email: string): Promise<void> {
  const full = await tx.row(sql`
    select from shop.customers where store_id = ${tx.storeId} and id = ${id}
      and (cardinality(former_emails) >= ${maxPeriods} or ${maxFormerEmails} <=
        (select count(distinct f) from unnest(array_remove(array_remove(former_emails, lower(email)), ${email})) f))`);
  if (full === undefined) return;
  throw new ApiFailure(
    "LIMIT_REACHED",
    "This customer's email was changed too often. Create another customer for the new address.",
  );
}

async function write(tx: Transaction, ctx: Context, row: CustomerRow): Promise<void> {
  try {
    await tx.run(sql`
      update shop.customers set email = ${row.email}, name = ${row.name}, phone = ${row.phone}, note = ${row.note}, tags = ${row.tags},
        version = version + 1, updated_at = ${ctx.now()}
      where store_id = ${tx.storeId} and id = ${row.id}`);
  } catch (error) {
    if (isSqlState(error, "uniqueViolation")) throw addressTaken();
    throw error;
  }
}

/**
 * Subscribes or unsubscribes a customer. Only customers with an account can subscribe here, and their email is
 * verified, so they get no confirmation email.
 */
async function setNewsletter(
  tx: Transaction,
  ctx: Context,
  id: string,
  subscribed: boolean,
): Promise<void> {
  await tx.run(sql`
    select door.set_newsletter(${id}, ${subscribed}, ${newId()}, ${noTokensHash()}, ${ctx.now()})`);
}
