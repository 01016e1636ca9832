import type { CancelOrder, orders } from "@vetrina/contract/orders/orders";
import type { Context, Transaction } from "../../platform/context.ts";
import type { Turn } from "../../platform/database/connection-shares.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { claimKey, keepAnswer } from "../../platform/idempotency.ts";
import { cancelOpenPayments, giveUpLostPayments } from "../payments/cancel-open-payments.ts";
import { sendRefund } from "../refunds/send-refund.ts";
import { lockOrder, readOrder } from "../order-records/order-rows.ts";
import { type OrderRow, presentOrder, statusOf } from "../order-records/present-order.ts";
import { cancelPaidOrder, isPaidInPart } from "./cancel-paid-order.ts";
import { orderTurn } from "../order-records/in-order-turn.ts";
import { changesOf, hasManualPayment } from "./read-order-details.ts";
import { releaseOrder } from "./release-order.ts";

/**
 * Cancels an order that is unpaid or has no units in shipments; canceling again changes nothing. A paid order's refund
 * is recorded in the same transaction and requested afterwards. Throws EDIT_CONFLICT, and INVALID_TRANSITION if a
 * payment is in progress, the order can't be canceled, or staff keep money or units and the buyer has just paid.
 */
export const cancelOrder: Handler<typeof orders.cancelOrder> = async (ctx, { id, body = {} }) => {
  const isChecked = ctx.idempotency !== null || ctx.ifMatch !== null;
  const begun = isChecked ? await ctx.tx((tx) => beginCancel(tx, ctx, id)) : null;
  const isRefundable = await mayRefund(ctx, id, body);
  const knownMinor = await paidBefore(ctx, id, body);
  const isUnpaid = begun === null && (await endUnpaid(ctx, id));
  const refundId = await ctx.tx(
    async (tx): Promise<string | null> => {
      const stored = await claimKey<Canceled>(tx, ctx);
      if (stored !== null) return stored.refundId;
      const order = await lockOrder(tx, id);
      if (!isUnpaid && order.cancelled_at === null) {
        await requireVersion(tx, ctx, order);
        await requireCancelable(tx, ctx, order, isRefundable);
        requireKnownPayments(order, knownMinor);
      }
      const options = isBuyer(ctx) ? { reason: body.reason } : body;
      const made =
        order.cancelled_at === null ? await cancelPaidOrder(tx, ctx, order, options) : null;
      await keepAnswer(tx, ctx, { refundId: made });
      return made;
    },
    turnOf(ctx, id),
  );
  if (refundId !== null) await sendRefund(ctx, refundId);
  return presentOrder(await ctx.tx((tx) => readOrder(tx, id)));
};

/**
 * Whether the call may cancel a paid order. False for a buyer whose order was unpaid when they asked: if it is paid in
 * the meantime, they get an error instead of a refund. With `unpaidOnly`, throws INVALID_TRANSITION for a paid order
 * before any payment is canceled.
 */
async function mayRefund(ctx: Context, id: string, { unpaidOnly }: CancelOrder): Promise<boolean> {
  if (!isBuyer(ctx) && !unpaidOnly) return true;
  const order = await ctx.tx((tx) => readOrder(tx, id));
  if (!unpaidOnly) return order.paid_at !== null;
  if (order.cancelled_at === null && isPaidInPart(order)) throw notCancelable(order);
  return false;
}

/**
 * Returns the amount paid before the providers are asked to cancel, in minor units; null unless staff keep the money or
 * the units.
 */
async function paidBefore(
  ctx: Context,
  id: string,
  { refund = true, restock = true }: CancelOrder,
): Promise<number | null> {
  if (isBuyer(ctx) || (refund && restock)) return null;
  return (await ctx.tx((tx) => readOrder(tx, id))).paid_minor;
}

/** Throws INVALID_TRANSITION if money has arrived that staff didn't know of when they decided what to keep. */
function requireKnownPayments(order: OrderRow, knownMinor: number | null): void {
  if (knownMinor === null || order.paid_minor <= knownMinor) return;
  throw new ApiFailure(
    "INVALID_TRANSITION",
    "The buyer has just paid this order. Load the order again.",
    { status: statusOf(order) },
  );
}

/** Cancels an unpaid order. Staff can do so even if old payments can't be canceled at their provider. */
async function endUnpaid(ctx: Context, id: string): Promise<boolean> {
  if (await endUnpaidOrder(ctx, id, "cancelled")) return true;
  if (isBuyer(ctx) || !(await giveUpLostPayments(ctx, id))) return false;
  return endUnpaidOrder(ctx, id, "cancelled");
}

function isBuyer({ grant }: Context): boolean {
  return grant === "order-key" || grant === "customer";
}

/** Buyers give the stock back in turns. Staff wait less long for locks, and the sweep uses the worker's connections. */
function turnOf(ctx: Context, id: string): Turn | undefined {
  return isBuyer(ctx) ? orderTurn(ctx, [id]) : undefined;
}

/**
 * Returns the stored response of an earlier call with the same key. Throws EDIT_CONFLICT before any payment is
 * canceled.
 */
async function beginCancel(tx: Transaction, ctx: Context, id: string): Promise<Canceled | null> {
  const stored = await claimKey<Canceled>(tx, ctx);
  if (stored === null && ctx.ifMatch !== null)
    await requireVersion(tx, ctx, await readOrder(tx, id));
  return stored;
}

async function requireVersion(tx: Transaction, ctx: Context, order: OrderRow): Promise<void> {
  await requireFresh(tx, ctx, "order", order.version, async () => presentOrder(order));
}

async function requireCancelable(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  isRefundable: boolean,
): Promise<void> {
  const may = isBuyer(ctx)
    ? order.paid_at !== null && changesOf(order, false).cancel
    : isPaidInPart(order);
  if (!isRefundable || !may) throw notCancelable(order);
  if (isBuyer(ctx) && (await hasManualPayment(tx, order.id)))
    throw new ApiFailure(
      "INVALID_TRANSITION",
      "The store recorded a payment for this order manually. Contact the store to cancel the order.",
      { status: presentOrder(order).status, reason: "PAID_BY_HAND" },
    );
}

function notCancelable(order: OrderRow): ApiFailure {
  const { status } = presentOrder(order);
  return new ApiFailure(
    "INVALID_TRANSITION",
    "This order can't be canceled now. If a payment for it is in progress, try again when the payment has finished.",
    { status },
  );
}

/** The response stored for the Idempotency-Key. A repeated call reads it and continues the refund. */
type Canceled = { refundId: string | null };

/**
 * Cancels or expires an unpaid order. Its payments are first canceled at the provider, so that stock is never released
 * while a payment can still succeed. False if the order stays as it is, for example because the provider took the money
 * or hasn't responded yet.
 */
export async function endUnpaidOrder(
  ctx: Context,
  orderId: string,
  reason: "expired" | "cancelled",
): Promise<boolean> {
  if (!(await cancelOpenPayments(ctx, orderId, reason))) return false;
  return ctx.tx((tx) => releaseOrder(tx, ctx, orderId, reason), turnOf(ctx, orderId));
}
