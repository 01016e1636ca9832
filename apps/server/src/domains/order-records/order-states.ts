import type { PaymentState } from "@vetrina/commerce/orders/order-states";
import type { Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { writeTogether } from "../../platform/database/together.ts";
import { newId } from "../../platform/id.ts";
import type { OrderRow } from "./present-order.ts";

/**
 * Extends the hold of an unpaid order to `end`, unless it already ends later. `also` is written in the same
 * statement.
 */
export function holdExtension(tx: Transaction, orderId: string, end: Date): Sql {
  return sql`
    update shop.orders set expires_at = greatest(expires_at, ${end}), updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`;
}

/**
 * Records that a provider is asked to capture a payment of the order; written together with the payment's own
 * state.
 */
export function processingMark(tx: Transaction, orderId: string): Sql {
  return sql`
    update shop.orders set payment_state = 'processing', updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`;
}

/**
 * A payment ended unpaid: the order can be paid again. A paid or ended order keeps its state. `also` is always
 * written, in the same statement.
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

/** Ends an unpaid order. Its units are released by the caller. */
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

/** An ended order whose payment came late goes on. Its units are taken by the caller, who holds its lock. */
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

/** Ends and locks a paid test order's hold. False if it has none; its units are released by the caller. */
export async function endTestHold(tx: Transaction, orderId: string): Promise<boolean> {
  const ended = await tx.run(sql`
    update shop.orders set test_held_until = null, held_by_address = null, held_by_user = null, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId} and test_held_until is not null`);
  return ended > 0;
}

/** Where an order's mails go, and its tags. */
export async function writeDetails(
  tx: Transaction,
  orderId: string,
  { email, tags }: Pick<OrderRow, "email" | "tags">,
): Promise<void> {
  await tx.run(sql`
    update shop.orders set email = ${email}, tags = ${tags}, version = version + 1, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`);
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

/** For an express order that is priced for another destination, until its wallet gives the address. */
export async function clearShippingAddress(tx: Transaction, orderId: string): Promise<void> {
  await tx.run(sql`
    update shop.orders set shipping_address = null, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId} and shipping_address is not null`);
}

/** When an unpaid order that is sent by another method arrives. */
export async function writeDelivery(
  tx: Transaction,
  orderId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.run(sql`
    update shop.orders set deliver_from = ${from}::date, deliver_to = ${to}::date, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`);
}

/** Who has ordered, which an express order learns with its payment. `name`: of a new customer. */
export async function writeBuyer(
  tx: Transaction,
  orderId: string,
  { email, name, userId }: { email: string; name: string; userId: string | null },
): Promise<void> {
  await tx.run(sql`
    update shop.orders set email = ${email}, version = version + 1, updated_at = now(),
      customer_id = coalesce(customer_id, door.customer_for_order(${newId()}, ${userId}, ${email}, ${name}, now()))
    where store_id = ${tx.storeId} and id = ${orderId}`);
}

/** Closes a fulfilled order. */
export async function completeByHand(tx: Transaction, orderId: string, at: Date): Promise<void> {
  await tx.run(sql`
    update shop.orders set completed_at = ${at}, completes_at = null, version = version + 1, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`);
}

/** Deletes an order, or with null restores it. False if there is no such order. */
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

/** Replaces the order's key: links and cookies with the old key no longer work. */
export async function replaceKey(
  tx: Transaction,
  orderId: string,
  { version, hash }: { version: number; hash: Buffer },
): Promise<void> {
  await tx.run(sql`
    update shop.orders set link_version = ${version}, key_hash = ${hash}, version = version + 1, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`);
}

/** Its documents say everything that it costs now. */
export async function markInvoiced(tx: Transaction, orderId: string, at: Date): Promise<void> {
  await tx.run(sql`
    update shop.orders set invoiced_at = ${at}, uninvoiced = null, updated_at = now() where store_id = ${tx.storeId} and id = ${orderId}`);
}
