import type { PaymentState } from "@vetrina/commerce/orders/order-states";
import type { Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { writeTogether } from "../../platform/database/together.ts";
import { newId } from "../../platform/id.ts";
import type { OrderRow } from "./present-order.ts";

/** Returns the SQL statement that extends the hold of an unpaid order to `end`, unless it already ends later. */
export function holdExtension(tx: Transaction, orderId: string, end: Date): Sql {
  return sql`
    update shop.orders set expires_at = greatest(expires_at, ${end}), updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`;
}

/**
 * Returns the SQL statement that records that a provider is asked to capture a payment of the order. It is run together
 * with the one for the payment's own state.
 */
export function processingMark(tx: Transaction, orderId: string): Sql {
  return sql`
    update shop.orders set payment_state = 'processing', updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`;
}

/**
 * Records that a payment failed or was canceled, so that the order can be paid again. A paid, canceled or expired order
 * keeps its state. `also` is always written, in the same statement.
 */
export async function failOrder(
  tx: Transaction,
  order: OrderRow,
  state: PaymentState,
  also: readonly Sql[] = [],
): Promise<void> {
  const isFinal = order.paid_at !== null || order.cancelled_at !== null;
  const change = sql`
    update shop.orders set payment_state = ${state === "cancelled" ? "created" : state}, updated_at = now()
    where store_id = ${tx.storeId} and id = ${order.id}`;
  await writeTogether(tx, isFinal ? also : [...also, change]);
}

/** Marks an unpaid order as canceled or expired. The caller releases its units. */
export async function endOrder(
  tx: Transaction,
  orderId: string,
  { at, reason }: { at: Date; reason: "expired" | "cancelled" },
): Promise<void> {
  await tx.run(sql`
    update shop.orders set cancelled_at = ${at}, cancel_reason = ${reason}, expires_at = null, held_by_address = null,
      held_by_user = null,
      payment_state = ${reason}, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`);
}

/** Reopens an expired order whose payment came late. The caller holds its lock and takes its units from stock again. */
export async function reopenOrder(tx: Transaction, orderId: string): Promise<void> {
  await tx.run(sql`
    update shop.orders set cancelled_at = null, cancel_reason = null, version = version + 1, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`);
}

/**
 * Cancels an order that was paid in full or in part. A fully paid order stays paid until it is refunded. The
 * caller returns its units, discounts and money.
 */
export async function endPaidOrder(tx: Transaction, orderId: string, at: Date): Promise<void> {
  await tx.run(sql`
    update shop.orders set cancelled_at = ${at}, cancel_reason = 'cancelled', expires_at = null,
      held_by_address = null, held_by_user = null,
      payment_state = case when paid_at is null then 'cancelled' else payment_state end, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`);
}

/** Ends a paid test order's hold and locks the order. False if it has no hold. The caller releases its units. */
export async function endTestHold(tx: Transaction, orderId: string): Promise<boolean> {
  const ended = await tx.run(sql`
    update shop.orders set test_held_until = null, held_by_address = null, held_by_user = null, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId} and test_held_until is not null`);
  return ended > 0;
}

/** Writes an order's email address and tags. If the email changes, the order may move to another customer. */
export async function writeDetails(
  tx: Transaction,
  orderId: string,
  { email, tags }: Pick<OrderRow, "email" | "tags">,
): Promise<void> {
  const customer = customerWith(email, sql`coalesce(o.shipping_address ->> 'name', '')`);
  await moveOrder(tx, orderId, sql`email = ${email}, tags = ${tags}, customer_id = ${customer}`);
}

/**
 * Writes these columns of an order, including its customer. Deletes the former customer if that is a guest who was
 * created with an order and has nothing else. Locks the former customer first: if several of a guest's orders move at
 * once, the last one sees that none is left.
 */
async function moveOrder(tx: Transaction, orderId: string, columns: Sql): Promise<void> {
  const moved = await tx.row<{ former: string | null }>(sql`
    with former as materialized (
      select door.lock_customer(customer_id) as customer_id from shop.orders
      where store_id = ${tx.storeId} and id = ${orderId})
    update shop.orders o set ${columns}, version = version + 1, updated_at = now() from former
    where o.store_id = ${tx.storeId} and o.id = ${orderId}
    returning case when o.customer_id is distinct from former.customer_id then former.customer_id end as former`);
  if (moved?.former) await tx.run(sql`select door.forget_former_guest(${moved.former})`);
}

/**
 * Returns SQL for the order's customer. If the email changes, this is the customer of the account that placed the order
 * or, if no account did, the customer with the new email, who is created if there is none. A new customer gets `name`
 * and the order's time.
 */
function customerWith(email: string | null, name: Sql): Sql {
  return sql`case when o.email is not distinct from ${email} then o.customer_id
    else door.customer_for_order(${newId()}, o.placed_by, ${email}, ${name}, o.created_at) end`;
}

/**
 * Assigns the order to the customer with its email and clears the account that placed it. An account with a different
 * email loses access. Changes nothing and returns false if the order has no email, because it would belong to nobody.
 */
export async function giveToCustomerWithEmail(tx: Transaction, orderId: string): Promise<boolean> {
  const given = await tx.run(sql`
    update shop.orders o set placed_by = null, updated_at = now(),
      customer_id = door.customer_for_order(${newId()}, null, o.email, coalesce(o.shipping_address ->> 'name', ''), now())
    where store_id = ${tx.storeId} and id = ${orderId} and o.email is not null`);
  return given > 0;
}

export async function writeAddresses(
  tx: Transaction,
  orderId: string,
  {
    shipping_address: shipping,
    billing_address: billing,
  }: Pick<OrderRow, "shipping_address" | "billing_address">,
): Promise<void> {
  await tx.run(sql`
    update shop.orders set shipping_address = ${JSON.stringify(shipping)}, billing_address = ${JSON.stringify(billing)},
      version = version + 1, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`);
}

/**
 * Clears the address of an express order that is priced for another destination, until the wallet provides the new one.
 */
export async function clearShippingAddress(tx: Transaction, orderId: string): Promise<void> {
  await tx.run(sql`
    update shop.orders set shipping_address = null, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId} and shipping_address is not null`);
}

/** Writes the delivery window of an unpaid order after its destination or shipping method changed. */
export async function writeDelivery(
  tx: Transaction,
  orderId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.run(sql`
    update shop.orders set deliver_from = ${from}::date, deliver_to = ${to}::date, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`);
}

/**
 * Writes the buyer of an express order, as read from the wallet once the buyer has approved the payment. Until then,
 * the order may belong to another customer, whose email was entered at checkout or by staff. `name` is used if the
 * customer is new.
 */
export async function writeBuyer(
  tx: Transaction,
  orderId: string,
  { email, name }: { email: string; name: string },
): Promise<void> {
  const customer = customerWith(email, sql`${name}`);
  await moveOrder(tx, orderId, sql`email = ${email}, customer_id = ${customer}`);
}

/** Marks a fulfilled order as complete, for staff who don't wait until it is due. */
export async function markCompletedByStaff(
  tx: Transaction,
  orderId: string,
  at: Date,
): Promise<void> {
  await tx.run(sql`
    update shop.orders set completed_at = ${at}, completes_at = null, version = version + 1, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`);
}

/** Deletes an order, or restores it if `at` is null. False if there is no order to delete or restore. */
export async function setDeleted(
  tx: Transaction,
  orderId: string,
  at: Date | null,
): Promise<boolean> {
  const changed = await tx.run(sql`
    update shop.orders set deleted_at = ${at}, version = version + 1, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId} and (deleted_at is null) = ${at !== null}`);
  return changed > 0;
}

/** Replaces the order's key. Links and cookies with the old key stop working. */
export async function replaceKey(
  tx: Transaction,
  orderId: string,
  { version, hash }: { version: number; hash: Buffer },
): Promise<void> {
  await tx.run(sql`
    update shop.orders set link_version = ${version}, key_hash = ${hash}, version = version + 1, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`);
}

/** Records that the order's documents now cover its full price. */
export async function markInvoiced(tx: Transaction, orderId: string, at: Date): Promise<void> {
  await tx.run(sql`
    update shop.orders set invoiced_at = ${at}, uninvoiced = null, updated_at = now() where store_id = ${tx.storeId} and id = ${orderId}`);
}
