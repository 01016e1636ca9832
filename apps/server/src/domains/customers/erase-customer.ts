import { formerCustomer } from "@vetrina/commerce/constants";
import type { customers } from "@vetrina/contract/people/customers";
import { audit } from "../../platform/audit.ts";
import { type Context, systemContext, type Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { countCall } from "../../platform/http/callers/rate-limit.ts";
import { requireProof } from "../users/second-factor/require-proof.ts";
import { endUnpaidOrder } from "../orders/cancel-order.ts";
import { contactEmailOf } from "../../platform/mail/contact-email.ts";
import { presentCustomer, readCustomer } from "./customer-rows.ts";

const hour = 60 * 60;
/** Maximum number of tries, if others keep placing orders with the person's email. */
const maxTries = 3;
/** Maximum number of times per hour that an account may erase itself as a customer, across all stores. */
const maxErasures = 5;

/**
 * Erases a person's data in the store, but keeps amounts. Throws OPEN_ORDERS if an open order was paid with real money,
 * has a change that waits for it, or was placed by their account and isn't a paid test order. First cancels unpaid
 * orders that others may have placed with their email. If such a payment can't be canceled and is captured later, it is
 * refunded.
 */
export const eraseCustomer: Handler<typeof customers.eraseCustomer> = async (ctx, { id, body }) => {
  if (ctx.grant === "customer") {
    await requireProof(ctx, body);
    await countErasure(ctx);
  }
  if (ctx.ifMatch !== null)
    await ctx.tx(async (tx) => {
      if (!(await isErased(tx, id))) await requireUnchanged(tx, ctx, id);
    });
  for (let tries = 1; ; tries += 1) {
    await endOrdersOfOthers(ctx, id);
    const isDone = await ctx.tx((tx) => erase(tx, ctx, id, tries === maxTries));
    if (isDone) return;
  }
};

/**
 * Erases the customer, or what the orders of an erased one got since. Returns false if others have placed new orders that must be canceled first. On the last try,
 * throws OPEN_ORDERS instead.
 */
async function erase(tx: Transaction, ctx: Context, id: string, isLast: boolean): Promise<boolean> {
  const isRepeated = await isErased(tx, id);
  if (ctx.ifMatch !== null && !isRepeated) await requireUnchanged(tx, ctx, id);
  const open = await tx.rows<OpenOrder & { isNew: boolean }>(sql`
    select order_number as "orderNumber", is_paid as "isPaid", has_change as "hasChange", is_new as "isNew"
    from door.erase_customer(${id}, ${formerCustomer}, ${ctx.now()})`);
  if (!isLast && open.some(({ isNew }) => isNew)) return false;
  if (open.length > 0) throw await openOrders(tx, ctx, open);
  if (!isRepeated) await audit(tx, ctx, { action: "DELETE", entityType: "customer", entityId: id });
  return true;
}

/**
 * Limits how often an account erases itself as a customer. The account can become a customer again immediately, and
 * each erasure leaves a permanent row. Throws RATE_LIMITED.
 */
async function countErasure({ limitsCallers, signedIn, services }: Context): Promise<void> {
  if (!limitsCallers || signedIn === null) return;
  await countCall(services.database.app, `erasures of ${signedIn}`, maxErasures, hour);
}

/**
 * Cancels unpaid orders that the customer's account did not place, whether they belong to the customer or to a guest
 * with the same email. First cancels each payment at its provider. An order whose payment can't be canceled now stays
 * open.
 */
async function endOrdersOfOthers({ services, store }: Context, customerId: string): Promise<void> {
  const system = systemContext(services, store);
  const orders = await system.tx((tx) =>
    tx.rows<{ id: string }>(sql`
      select o.id from shop.customers c
      join shop.orders o on o.store_id = c.store_id and o.expires_at is not null and o.deleted_at is null
        and (o.placed_by is null or o.placed_by is distinct from c.user_id)
        and (o.customer_id = c.id or (lower(o.email) = lower(c.email) and o.customer_id is null)
          or exists (select from shop.customers g where g.store_id = c.store_id and g.id = o.customer_id
            and g.user_id is null and (lower(o.email) = lower(c.email)
              or (c.user_id is not null and lower(g.email) = lower(c.email)))))
      where c.store_id = ${tx.storeId} and c.id = ${customerId} and c.erased_at is null
      order by o.id`),
  );
  for (const { id } of orders) await endUnpaidOrder(system, id, "cancelled");
}

type OpenOrder = { orderNumber: string; isPaid: boolean; hasChange: boolean };

/** Returns OPEN_ORDERS with a message that says what the caller can do. */
async function openOrders(
  tx: Transaction,
  { grant }: Context,
  open: readonly OpenOrder[],
): Promise<ApiFailure> {
  const orders = open.map(({ orderNumber }) => orderNumber);
  const paid = open.filter(({ isPaid }) => isPaid).map(({ orderNumber }) => orderNumber);
  const isCustomer = grant === "customer";
  const parts = [isCustomer ? "You have open orders." : "This customer has open orders."];
  if (paid.length < open.length) parts.push("Cancel the unpaid ones, or wait until they expire.");
  if (open.some(({ hasChange }) => hasChange))
    parts.push(
      isCustomer
        ? "Pay for the changes that wait for payment, or wait until they expire."
        : "Withdraw the changes that wait for payment, or wait until they are paid or expire.",
    );
  if (open.some(({ isPaid, hasChange }) => isPaid && !hasChange))
    parts.push(
      isCustomer
        ? `Paid orders need your address until they are shipped. Cancel those that can be canceled, or wait until they are shipped. For help, write to ${await contactEmailOf(tx)}.`
        : "Paid orders need the address until they are shipped. Ship or cancel them first.",
    );
  return new ApiFailure("OPEN_ORDERS", parts.join(" "), { orders, paid });
}

async function isErased(tx: Transaction, id: string): Promise<boolean> {
  const row = await tx.row(sql`
    select from shop.customers where store_id = ${tx.storeId} and id = ${id} and erased_at is not null`);
  return row !== undefined;
}

async function requireUnchanged(tx: Transaction, ctx: Context, id: string): Promise<void> {
  const present = await readCustomer(tx, id);
  await requireFresh(tx, ctx, "customer", present.version, async () =>
    presentCustomer(ctx, present),
  );
}
