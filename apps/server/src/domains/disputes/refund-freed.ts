import type { Transaction } from "../../platform/context.ts";
import { freedOf, refundableOf } from "../order-records/order-money.ts";
import { lockAnyOrder } from "../order-records/order-rows.ts";
import { enqueueLatePayment } from "../order-records/late-payment.ts";

/**
 * Called when a dispute has ended or is only an inquiry, so that it no longer blocks refunds. Enqueues the refund of
 * what is left of a canceled order's money, or of what was withheld for a lost dispute that was won after all. The
 * caller must hold the order's lock.
 */
export async function refundFreed(tx: Transaction, orderId: string): Promise<void> {
  const order = await lockAnyOrder(tx, orderId);
  const isOwed = order.cancelled_at !== null || freedOf(order) > 0;
  if (isOwed && refundableOf(order) > 0) await enqueueLatePayment(tx, orderId);
}
