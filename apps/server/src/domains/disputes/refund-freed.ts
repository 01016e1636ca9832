import type { Transaction } from "../../platform/context.ts";
import { freedOf, refundableOf } from "../order-records/order-money.ts";
import { lockAnyOrder } from "../order-records/order-rows.ts";
import { enqueueLatePayment } from "../order-records/late-payment.ts";

/**
 * Called when a dispute doesn't prevent refunds, because it has ended or is only an inquiry. Enqueues the refund of the
 * money left from a canceled order. If a lost dispute is won after all, enqueues the refund of what was withheld
 * because of it. The caller must hold the order's lock.
 */
export async function refundFreed(tx: Transaction, orderId: string): Promise<void> {
  const order = await lockAnyOrder(tx, orderId);
  const isOwed = order.cancelled_at !== null || freedOf(order) > 0;
  if (isOwed && refundableOf(order) > 0) await enqueueLatePayment(tx, orderId);
}
