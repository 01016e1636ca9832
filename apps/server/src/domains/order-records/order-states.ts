import type { PaymentState } from "@vetrina/commerce/order-states";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { OrderRow } from "./present-order.ts";

/** Extends the hold of an unpaid order to `end`. The caller holds the order's lock. */
export async function extendHold(tx: Transaction, orderId: string, end: Date): Promise<void> {
  await tx.run(sql`
    update shop.orders set expires_at = ${end}, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`);
}

/** A provider was asked to capture a payment of the order. */
export async function markProcessing(tx: Transaction, orderId: string): Promise<void> {
  await tx.run(sql`
    update shop.orders set payment_state = 'processing', updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`);
}

/** A payment ended unpaid: the order can be paid again. A paid or ended order keeps its state. */
export async function failOrder(
  tx: Transaction,
  order: OrderRow,
  state: PaymentState,
): Promise<void> {
  if (order.paid_at !== null || order.cancelled_at !== null) return;
  await tx.run(sql`
    update shop.orders set payment_state = ${state === "cancelled" ? "created" : state}, updated_at = now()
    where store_id = ${tx.storeId} and id = ${order.id}`);
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

/** Ends and locks a paid test order's hold. False if it has none; its units are released by the caller. */
export async function endTestHold(tx: Transaction, orderId: string): Promise<boolean> {
  const ended = await tx.run(sql`
    update shop.orders set test_held_until = null, held_by_address = null, held_by_user = null, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId} and test_held_until is not null`);
  return ended > 0;
}
