import type { orders } from "@vetrina/contract/orders";
import type { Context } from "../../platform/context.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { cancelOpenPayments } from "../payments/cancel-open-payments.ts";
import { presentOrder } from "../order-records/present-order.ts";
import { readOrder } from "../order-records/order-rows.ts";
import { releaseOrder } from "./release-order.ts";

/** Gives up an order that is not paid. Throws INVALID_TRANSITION when it was paid, or is being paid, meanwhile. */
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
 * The provider first, the stock after: a payment that can still go through keeps its pieces. False where the provider
 * took the money or has not said yet.
 */
export async function endUnpaidOrder(
  ctx: Context,
  orderId: string,
  reason: "expired" | "cancelled",
): Promise<boolean> {
  if (!(await cancelOpenPayments(ctx, orderId, reason))) return false;
  return ctx.tx((tx) => releaseOrder(tx, ctx, orderId, reason));
}
