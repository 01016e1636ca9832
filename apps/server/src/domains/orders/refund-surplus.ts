import { toMajor } from "@vetrina/commerce/money";
import { type Context, contextOfWork, type Transaction } from "../../platform/context.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import { recordSurplus, refundSurplusType } from "../payments/surplus.ts";
import { beginRefund } from "../refunds/begin-refund.ts";
import { sendRefund } from "../refunds/send-refund.ts";

/** Refunds a payment that was captured although its amount isn't due. */
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
  const surplus = await recordSurplus(tx, ctx, paymentId);
  if (surplus === null) return null;
  const { order, amountMinor } = surplus;
  const request = {
    amount: toMajor(amountMinor, order.currency),
    paymentId,
    reason: "This payment was not due.",
    notify: order.deleted_at === null,
  };
  return beginRefund(tx, ctx, order, request, { change: null, isInvoiced: false });
}
