import type { Refund, RefundRequest } from "@vetrina/contract/orders/refunds";
import { toMajor } from "@vetrina/commerce/money";
import type { Context, Transaction } from "../../platform/context.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { countCopies } from "../../platform/http/callers/count-write.ts";
import { claimKey, keepAnswer } from "../../platform/idempotency.ts";
import { requireNoOpenChange } from "../order-records/open-change.ts";
import { refundableOf } from "../order-records/order-money.ts";
import { lockOrder, readOrder } from "../order-records/order-rows.ts";
import { type OrderRow, presentOrder, statusOf } from "../order-records/present-order.ts";
import { closeOpenAttempts } from "../payments/open-attempts.ts";
import { beginRefund } from "./begin-refund.ts";
import { presentRefund } from "./present-refund.ts";
import { sendRefund } from "./send-refund.ts";

/**
 * Refunds an order: records the refund, calls the providers outside any transaction, and returns the state known
 * so far. A repeated Idempotency-Key finds the recorded refund, even after a crash, and continues it. Throws
 * EDIT_CONFLICT if If-Match contains a different version of the order.
 */
export async function startRefund(
  ctx: Context,
  orderId: string,
  request: RefundRequest,
): Promise<Refund> {
  // Each line is written twice: for the refund, and with its name for the credit note.
  await countCopies(ctx, { rows: 2 * (request.lines?.length ?? 0) });
  // The refund changes the amount due, so payments of the earlier amount are canceled. If the provider can't cancel one
  // because the buyer is completing it, it counts as a part payment.
  const wasUnpaid = await ctx.tx((tx) => hasPartPayment(tx, ctx, orderId));
  if (wasUnpaid) await closeOpenAttempts(ctx, orderId);
  const refundId = await ctx.tx(async (tx) => {
    const stored = await claimKey<{ id: string }>(tx, ctx);
    if (stored !== null) return stored.id;
    const order = await lockOrder(tx, orderId);
    await requireVersion(tx, ctx, order);
    requireNoOpenChange(order);
    if (wasUnpaid && order.paid_at !== null)
      throw new ApiFailure(
        "INVALID_TRANSITION",
        "The buyer has just paid this order. Load the order again.",
        { status: statusOf(order) },
      );
    // Money returned before an order is paid in full isn't on its invoice, so it needs no credit note.
    const ofChange = order.paid_at === null ? { change: null, isInvoiced: false } : null;
    const id = await beginRefund(tx, ctx, order, whileUnpaid(order, request), ofChange);
    await keepAnswer(tx, ctx, { id });
    return id;
  });
  await sendRefund(ctx, refundId);
  return ctx.tx((tx) => presentRefund(tx, refundId));
}

/**
 * Whether the order is partly paid and some of that money can be refunded. Throws EDIT_CONFLICT, before any payment is
 * canceled.
 */
async function hasPartPayment(tx: Transaction, ctx: Context, orderId: string): Promise<boolean> {
  const order = await readOrder(tx, orderId);
  if (order.paid_at !== null || order.cancelled_at !== null || refundableOf(order) === 0)
    return false;
  const isOutdated = ctx.ifMatch?.includes(order.version) === false;
  // A repeated call may have an outdated version, because its refund is already recorded. For a new call, this throws,
  // which also rolls back the claim of its key.
  if (isOutdated && (await claimKey(tx, ctx)) === null) await requireVersion(tx, ctx, order);
  return true;
}

async function requireVersion(tx: Transaction, ctx: Context, order: OrderRow): Promise<void> {
  await requireFresh(tx, ctx, "order", order.version, async () => presentOrder(order));
}

/**
 * Returns the request. If the order isn't fully paid, the amount defaults to all that can still be refunded, and lines
 * or shipping throw INVALID_TRANSITION: refunded units would not be shipped, but would still be part of the amount due.
 */
function whileUnpaid(order: OrderRow, request: RefundRequest): RefundRequest {
  if (order.paid_at !== null || order.cancelled_at !== null) return request;
  if (request.lines !== undefined || request.shipping !== undefined)
    throw new ApiFailure(
      "INVALID_TRANSITION",
      "This order isn't fully paid, so only an amount can be refunded. To remove units or shipping from the order, change or cancel it.",
      { status: statusOf(order) },
    );
  const left = refundableOf(order);
  return left > 0 ? { amount: toMajor(left, order.currency), ...request } : request;
}
