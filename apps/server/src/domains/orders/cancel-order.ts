import type { orders } from "@vetrina/contract/orders";
import type { Context } from "../../platform/context.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { claimKey, keepAnswer } from "../../platform/idempotency.ts";
import { cancelOpenPayments } from "../payments/cancel-open-payments.ts";
import { sendRefund } from "../refunds/send-refund.ts";
import { lockOrder, readOrder } from "../order-records/order-rows.ts";
import { presentOrder } from "../order-records/present-order.ts";
import { cancelPaidOrder, isPaidInPart } from "./cancel-paid-order.ts";
import { releaseOrder } from "./release-order.ts";

/**
 * Cancels an unpaid order. Staff can also cancel one that is paid, wholly or in part, and not fulfilled: its units and its money
 * go back in one transaction, and the providers are called after it. Canceling again changes nothing. Throws
 * INVALID_TRANSITION if the order can't be canceled, or was paid or is being paid meanwhile.
 */
export const cancelOrder: Handler<typeof orders.cancelOrder> = async (ctx, { id, body = {} }) => {
  const isStaff = ctx.grant !== "order-key" && ctx.grant !== "customer";
  const begun = ctx.idempotency === null ? null : await ctx.tx((tx) => claimKey<Canceled>(tx, ctx));
  const isUnpaid = begun === null && (await endUnpaidOrder(ctx, id, "cancelled"));
  const refundId = await ctx.tx(async (tx): Promise<string | null> => {
    const stored = await claimKey<Canceled>(tx, ctx);
    if (stored !== null) return stored.refundId;
    const order = await lockOrder(tx, id);
    if (!isUnpaid && order.cancelled_at === null && !(isStaff && isPaidInPart(order)))
      throw new ApiFailure("INVALID_TRANSITION", "This order can no longer be canceled.", {
        status: presentOrder(order).status,
      });
    const made = order.cancelled_at === null ? await cancelPaidOrder(tx, ctx, order, body) : null;
    await keepAnswer(tx, ctx, { refundId: made });
    return made;
  });
  if (refundId !== null) await sendRefund(ctx, refundId);
  return presentOrder(await ctx.tx((tx) => readOrder(tx, id)));
};

/** Kept for a repeated Idempotency-Key, which continues the refund. */
type Canceled = { refundId: string | null };

/**
 * Cancels at the provider before releasing stock: a payment that can still succeed keeps its units. False if the
 * provider took the money or hasn't answered yet.
 */
export async function endUnpaidOrder(
  ctx: Context,
  orderId: string,
  reason: "expired" | "cancelled",
): Promise<boolean> {
  if (!(await cancelOpenPayments(ctx, orderId, reason))) return false;
  return ctx.tx((tx) => releaseOrder(tx, ctx, orderId, reason));
}
