import { toMajor } from "@vetrina/commerce/money";
import { audit } from "../../platform/audit.ts";
import { type Context, contextOfWork, type Transaction } from "../../platform/context.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import { addPayment } from "../order-records/complete-order.ts";
import { lockAnyOrder } from "../order-records/order-rows.ts";
import { readPayment } from "../payments/queries.ts";
import { completeWrite } from "../payments/captures.ts";
import { refundSurplusType } from "../payments/surplus.ts";
import { beginRefund } from "../refunds/begin-refund.ts";
import { sendRefund } from "../refunds/send-refund.ts";

/**
 * Refunds a payment that was captured although its amount isn't due. Records it as completed and reserves all of it for
 * the refund in one transaction, so it never counts as money for the order.
 */
export const refundSurplus = defineJob({
  ...refundSurplusType,
  concurrency: 4,
  ofOwner: 2,
  pauseSeconds: (attempt) => Math.min(10 * 2 ** (attempt - 1), 600),
  // A provider may be down for more than a day, and the buyer's money must not stay with the store.
  maxAttempts: 300,
  async run(services, { storeId, payload: { paymentId } }) {
    const ctx = storeId === null ? null : await contextOfWork(services, storeId);
    if (ctx === null) return;
    const refundId = await ctx.tx((tx) => beginSurplusRefund(tx, ctx, paymentId));
    if (refundId !== null) await sendRefund(ctx, refundId);
  },
});

/** Returns the refund's id; null if the payment is already recorded, because its refund then has a job of its own. */
async function beginSurplusRefund(
  tx: Transaction,
  ctx: Context,
  paymentId: string,
): Promise<string | null> {
  const known = await readPayment(tx, paymentId);
  if (known === undefined) return null;
  await lockAnyOrder(tx, known.order_id);
  const payment = await readPayment(tx, paymentId);
  if (payment === undefined || payment.state === "completed" || payment.state === "refunded")
    return null;
  await addPayment(tx, payment.order_id, payment.amount_minor, [completeWrite(tx, paymentId)]);
  await audit(tx, ctx, {
    action: "UPDATE",
    entityType: "payment",
    entityId: paymentId,
    before: { state: payment.state },
    after: { state: "completed", reason: "PAID_TWICE" },
  });
  const order = await lockAnyOrder(tx, payment.order_id);
  return beginRefund(
    tx,
    ctx,
    order,
    {
      amount: toMajor(payment.amount_minor, payment.currency),
      paymentId,
      reason: "This payment was not due.",
      notify: order.deleted_at === null,
    },
    { change: null, isInvoiced: false },
  );
}
