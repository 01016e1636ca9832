import type { Refund, RefundRequest } from "@vetrina/contract/orders/refunds";
import type { Context } from "../../platform/context.ts";
import { countCopies } from "../../platform/http/callers/count-write.ts";
import { claimKey, keepAnswer } from "../../platform/idempotency.ts";
import { lockOrder } from "../order-records/order-rows.ts";
import { beginRefund } from "./begin-refund.ts";
import { presentRefund } from "./present-refund.ts";
import { sendRefund } from "./send-refund.ts";

/**
 * Refunds an order: records the refund, calls the providers outside any transaction, and returns the state known
 * so far. A repeated Idempotency-Key finds the recorded refund, even after a crash, and continues it.
 */
export async function startRefund(
  ctx: Context,
  orderId: string,
  request: RefundRequest,
): Promise<Refund> {
  // The credit note copies the lines' names.
  await countCopies(ctx, { rows: 2 * (request.lines?.length ?? 0) });
  const refundId = await ctx.tx(async (tx) => {
    const stored = await claimKey<{ id: string }>(tx, ctx);
    if (stored !== null) return stored.id;
    const id = await beginRefund(tx, ctx, await lockOrder(tx, orderId), request);
    await keepAnswer(tx, ctx, { id });
    return id;
  });
  await sendRefund(ctx, refundId);
  return ctx.tx((tx) => presentRefund(tx, refundId));
}
