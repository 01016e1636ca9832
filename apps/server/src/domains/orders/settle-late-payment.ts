import { toMajor } from "@vetrina/commerce/money";
import { isUuid } from "@vetrina/contract/common";
import { audit } from "../../platform/audit.ts";
import { type Context, contextOfWork, type Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import { holdStock } from "../inventory/hold-stock.ts";
import { completeOrder } from "../order-records/complete-order.ts";
import { withhold } from "../order-records/dispute-states.ts";
import { readUninvoicedMinor } from "../order-records/invoiced-change.ts";
import { freedOf, keptOf, refundableOf } from "../order-records/order-money.ts";
import { lockAnyOrder, readItems } from "../order-records/order-rows.ts";
import { reopenOrder } from "../order-records/order-states.ts";
import type { OrderRow } from "../order-records/present-order.ts";
import { recordEvent } from "../order-records/record-event.ts";
import { leftOf, readCaptures } from "../payments/captures.ts";
import { settleLatePaymentType } from "../order-records/late-payment.ts";
import { completeIfCovered } from "../payments/complete-if-covered.ts";
import { takeBuyer } from "../payments/express/take-buyer.ts";
import { isIncomplete, needsAddress } from "../payments/lock-order-to-pay.ts";
import { closeOpenAttempts } from "../payments/open-attempts.ts";
import { beginRefund } from "../refunds/begin-refund.ts";
import { mailRefundFailed } from "../refunds/refund-failed.ts";
import { sendRefund } from "../refunds/send-refund.ts";
import { cancelPaidOrder } from "./cancel-paid-order.ts";
import { recordUses } from "./use-discounts.ts";

/** Thrown if a variant or a discount of the order is no longer available. */
class Gone extends Error {
  override name = "Gone";
}

/**
 * Settles money that came after its order was canceled or had expired, or that a dispute no longer holds back. Reopens
 * an expired order if its units and discounts are still available; otherwise refunds the money. Completes an express
 * order that was paid without a buyer if its wallet has an email. Cancels and refunds it otherwise, and one that was
 * paid without an address, because its price may be for another destination.
 */
export const settleLatePayments = defineJob({
  ...settleLatePaymentType,
  concurrency: 4,
  ofOwner: 2,
  pauseSeconds: (attempt) => Math.min(10 * 2 ** (attempt - 1), 600),
  // A provider may be down for more than a day, and the store must not keep the buyer's money.
  maxAttempts: 300,
  async run(services, { storeId, payload: { orderId } }) {
    const ctx = storeId === null ? null : await contextOfWork(services, storeId);
    if (ctx === null) return;
    const withheld = await ctx.tx((tx) => refundWithheld(tx, ctx, orderId));
    const refundIds = withheld.length > 0 ? withheld : await settle(ctx, orderId);
    for (const refundId of refundIds) await sendRefund(ctx, refundId);
  },
  async gaveUp(services, { storeId, payload: { orderId } }) {
    const ctx = storeId === null ? null : await contextOfWork(services, storeId);
    await ctx?.tx((tx) => mailOwed(tx, ctx, orderId));
  },
});

/**
 * Emails the store's managers about money that should have been refunded. The job has failed for good, so they must
 * refund it.
 */
async function mailOwed(tx: Transaction, ctx: Context, orderId: string): Promise<void> {
  const order = await lockAnyOrder(tx, orderId);
  const isLeft = order.cancelled_at !== null || isPaidTooEarly(order);
  const amountMinor = isLeft ? await owedMinor(tx, order) : withheldMinor(order);
  if (amountMinor > 0) await mailRefundFailed(tx, ctx, order, { amountMinor });
}

/** Reopens the order, or begins the refund of its money. Returns the refunds' ids. */
async function settle(ctx: Context, orderId: string): Promise<string[]> {
  await takeBuyer(ctx, orderId);
  if (await reopen(ctx, orderId)) return [];
  await closeOpenAttempts(ctx, orderId);
  return ctx.tx((tx) => refundAll(tx, ctx, orderId));
}

/** Whether an express order was paid, at least in part, while its address or buyer wasn't known or after an erasure. */
function isPaidTooEarly(order: OrderRow): boolean {
  const isUnpaid = order.paid_at === null && order.cancelled_at === null;
  return isUnpaid && isIncomplete(order) && keptOf(order) > 0;
}

/**
 * Reopens an expired order, and completes an express order whose details are known by now. If the order can't continue,
 * changes nothing and returns false.
 */
async function reopen(ctx: Context, orderId: string): Promise<boolean> {
  try {
    return await ctx.tx(async (tx) => {
      const order = await lockAnyOrder(tx, orderId);
      if (order.cancelled_at === null) {
        if (isPaidTooEarly(order)) return false;
        await completeIfCovered(tx, ctx, orderId, "DETAILS_KNOWN");
        return true;
      }
      if (!(await mayContinue(tx, order))) return false;
      await reopenOrder(tx, orderId);
      await takeAgain(tx, order);
      const { payment_name, paid_at, payment_environment: environment } = order;
      if (environment === null) throw new Error("a paid order has no mode");
      const paid = { payment_name, paid_at, payment_environment: environment };
      await completeOrder(tx, { ...order, cancelled_at: null }, paid, order.paid_minor);
      await recordEvent(tx, ctx, orderId, { kind: "reopened", data: { reason: "PAID_LATE" } });
      await audit(tx, ctx, {
        action: "UPDATE",
        entityType: "order",
        entityId: orderId,
        before: { status: "CANCELLED" },
        after: { status: "PAID", reason: "PAID_LATE" },
      });
      return true;
    });
  } catch (error) {
    const isShort = error instanceof ApiFailure && error.code === "OUT_OF_STOCK";
    if (isShort || error instanceof Gone) return false;
    throw error;
  }
}

/**
 * Whether the order was paid in full, was never refunded or disputed, and expired without being canceled. False if the
 * order or the store was deleted, if the store's mode has changed, or if the address or the buyer isn't known or was
 * erased.
 */
async function mayContinue(tx: Transaction, order: OrderRow): Promise<boolean> {
  const isWhole =
    order.paid_at !== null &&
    order.paid_minor === order.total_minor &&
    order.refunded_minor === 0 &&
    order.dispute_state === "none";
  if (!isWhole || isIncomplete(order)) return false;
  const expired = await tx.row(sql`
    select from shop.orders o where o.store_id = ${tx.storeId} and o.id = ${order.id} and o.cancel_reason = 'expired'
      and o.deleted_at is null and door.has_buyer(o.id)
      and exists (select from shop.stores s where s.id = o.store_id and o.payment_environment = s.environment)`);
  return expired !== undefined;
}

/** Takes the order's units and discounts again. Throws OUT_OF_STOCK or Gone. */
async function takeAgain(tx: Transaction, order: OrderRow): Promise<void> {
  const units = new Map<
    string,
    { variantId: string; name: string; variantName: string; quantity: number }
  >();
  for (const item of await readItems(tx, order.id)) {
    if (item.variant_id === null) throw new Gone();
    const known = units.get(item.variant_id);
    const quantity = item.quantity + (known?.quantity ?? 0);
    const { variant_id: variantId, name, variant_name: variantName } = item;
    units.set(variantId, { variantId, name, variantName, quantity });
  }
  const lines = [...units.values()].map((line) => Object.assign({ maxQuantity: 0 }, line));
  await holdStock(tx, order.id, lines, "Paid after the hold ended");
  // Discounts that staff added to a draft order are not the store's and have no UUID.
  const wanted = (order.price_trace ?? []).filter((step) => step.kind === "DISCOUNT");
  const uses = wanted.filter(({ id }) => isUuid(id));
  if (uses.length > 0 && (await recordUses(tx, order.id, uses)) !== undefined) throw new Gone();
}

/**
 * Reserves all remaining money for a refund; if staff canceled the order without a refund, only what providers took
 * afterwards. Returns the refunds' ids.
 */
async function refundAll(tx: Transaction, ctx: Context, orderId: string): Promise<string[]> {
  const order = await lockAnyOrder(tx, orderId);
  if (isPaidTooEarly(order)) {
    const missing = needsAddress(order) ? "address" : "email";
    const reason = `The payment was captured while the order had no ${missing}.`;
    const notify = order.email !== null;
    const refundId = await cancelPaidOrder(tx, ctx, order, { reason, notify });
    return refundId === null ? [] : [refundId];
  }
  if (order.cancelled_at === null) return [];
  const minor = await owedMinor(tx, order);
  const reason = refundReasons[order.dispute_state];
  return beginRefunds(tx, ctx, order.id, { minor, reason });
}

const refundReasons: Record<OrderRow["dispute_state"], string> = {
  none: "The payment arrived after the order was canceled or had expired.",
  open: "The order is canceled, and the dispute has taken no money.",
  resolved: "The dispute is closed, and the order is canceled.",
};

/** Returns how much of the money of an order that can't continue is to be refunded. */
async function owedMinor(tx: Transaction, order: OrderRow): Promise<number> {
  if (order.cancelled_at === null || (await isRefundWanted(tx, order.id)))
    return refundableOf(order);
  return lateMoneyOf(tx, order.id, order.cancelled_at);
}

/** False if staff canceled the order without a refund. */
async function isRefundWanted(tx: Transaction, orderId: string): Promise<boolean> {
  const kept = await tx.row(sql`
    select from shop.order_events e where e.store_id = ${tx.storeId} and e.order_id = ${orderId}
      and e.kind = 'canceled' and e.data ->> 'refundWanted' is distinct from 'true' limit 1`);
  return kept === undefined;
}

/** Returns what can be refunded of the money that providers took after the order was canceled. */
async function lateMoneyOf(tx: Transaction, orderId: string, canceledAt: Date): Promise<number> {
  const captures = await readCaptures(tx, orderId);
  const late = captures.filter(({ captured_at: at }) => at !== null && at > canceledAt);
  return late.reduce((sum, capture) => sum + leftOf(capture), 0);
}

/** Returns how much of the withheld money the store has recovered and can refund now. */
function withheldMinor(order: OrderRow): number {
  return Math.min(freedOf(order), refundableOf(order));
}

/** Begins the refund of withheld money that the store has recovered because a lost dispute was won after all. */
async function refundWithheld(tx: Transaction, ctx: Context, orderId: string): Promise<string[]> {
  const order = await lockAnyOrder(tx, orderId);
  if (order.cancelled_at !== null) return [];
  const minor = withheldMinor(order);
  if (minor <= 0) return [];
  await withhold(tx, order.id, -minor);
  const reason = "A lost dispute was won after all, so this money is returned to the buyer.";
  return beginRefunds(tx, ctx, order.id, { minor, reason });
}

/**
 * Reserves the amount for refunds and returns their ids. Money that no invoice contains is refunded separately, without
 * a credit note.
 */
async function beginRefunds(
  tx: Transaction,
  ctx: Context,
  orderId: string,
  { minor, reason }: { minor: number; reason: string },
): Promise<string[]> {
  const order = await lockAnyOrder(tx, orderId);
  const withoutNote = Math.max(0, Math.min(minor, await readUninvoicedMinor(tx, order)));
  const refundIds: string[] = [];
  for (const [part, ofChange] of [
    [withoutNote, { change: null, isInvoiced: false }],
    [minor - withoutNote, null],
  ] as const) {
    if (part <= 0) continue;
    const amount = toMajor(part, order.currency);
    // Sends no email for a deleted order, because the email shows the order.
    const request = { amount, reason, notify: order.deleted_at === null };
    refundIds.push(await beginRefund(tx, ctx, await lockAnyOrder(tx, orderId), request, ofChange));
  }
  return refundIds;
}
