import { z } from "zod";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { JobType } from "../../platform/jobs/define-job.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { addPayment } from "../order-records/complete-order.ts";
import { lockAnyOrder } from "../order-records/order-rows.ts";
import { failOrder } from "../order-records/order-states.ts";
import type { OrderRow } from "../order-records/present-order.ts";
import { hasOpenPayment } from "./has-open-payment.ts";
import { readPayment } from "./queries.ts";

const payload = z.object({ paymentId: z.guid() });

/** Records a captured payment whose amount isn't due, and refunds all of it. */
export const refundSurplusType: JobType<z.infer<typeof payload>> = {
  kind: "orders.refund-surplus",
  payload,
};

export function enqueueSurplus(tx: Transaction, paymentId: string): Promise<void> {
  return enqueue(tx, refundSurplusType, { paymentId }, { key: paymentId });
}

/**
 * Records a surplus payment as completed and adds it to its order. The caller must reserve all of it for a refund in
 * the same transaction, so that it never pays for the order. Returns the locked order and the amount, or null if the
 * payment was already recorded or doesn't exist.
 */
export async function recordSurplus(
  tx: Transaction,
  ctx: Context,
  paymentId: string,
): Promise<{ order: OrderRow; amountMinor: number } | null> {
  const known = await readPayment(tx, paymentId);
  if (known === undefined) return null;
  await lockAnyOrder(tx, known.order_id);
  const payment = await readPayment(tx, paymentId);
  if (payment === undefined || payment.state === "completed" || payment.state === "refunded")
    return null;
  const completed = sql`
    update shop.payments set state = 'completed', captured_at = now(), updated_at = now()
    where store_id = ${tx.storeId} and id = ${paymentId}`;
  await addPayment(tx, payment.order_id, payment.amount_minor, [completed]);
  await audit(tx, ctx, {
    action: "UPDATE",
    entityType: "payment",
    entityId: paymentId,
    before: { state: payment.state },
    after: { state: "completed", reason: "PAID_TWICE" },
  });
  const order = await lockAnyOrder(tx, payment.order_id);
  // If the order was waiting only for this payment, it can be paid again.
  const isWaiting = order.payment_state === "processing";
  if (isWaiting && !(await hasOpenPayment(tx, order.id))) await failOrder(tx, order, "cancelled");
  return { order, amountMinor: payment.amount_minor };
}
