import type { orders } from "@vetrina/contract/orders";
import type { Context } from "../../platform/context.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { cancelOpenPayments } from "../payments/cancel-open-payments.ts";
import { presentOrder } from "../order-records/present-order.ts";
import { readOrder } from "../order-records/order-rows.ts";
import { releaseOrder } from "./release-order.ts";

/** Cancels an unpaid order. Throws INVALID_TRANSITION if it was paid, or is being paid, meanwhile. */
export const cancelOrder: Handler<typeof orders.cancelOrder> = async (ctx, { id }) => {
  const released = await endUnpaidOrder(ctx, id, "cancelled");
  const order = await ctx.tx((tx) => readOrder(tx, id));
  if (!released && order.cancelled_at === null)
    throw new ApiFailure("INVALID_TRANSITION", "This order can no longer be canceled.", {
      status: presentOrder(order).status,
    });
  return presentOrder(order);
};

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
