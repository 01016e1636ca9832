import { paymentWindowMinutes } from "@vetrina/commerce/constants";
import { mayStep, refundTransitions } from "@vetrina/commerce/orders/order-states";
import type { RefundFact } from "../../gateways/provider.ts";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { returnStock } from "../inventory/return-stock.ts";
import { renewHold } from "../order-records/dispute-states.ts";
import { lockAnyOrder, readItems } from "../order-records/order-rows.ts";
import type { OrderRow } from "../order-records/present-order.ts";
import { recordEvent } from "../order-records/record-event.ts";
import { giveBackItems, giveBackToOrder, markRefunded } from "../order-records/refund-states.ts";
import { countDisputes } from "../disputes/count-disputes.ts";
import { endCapture, giveBackToCapture } from "../payments/captures.ts";
import { reportOnce } from "../payments/report-once.ts";
import { completeIfCovered } from "../payments/complete-if-covered.ts";
import { enqueueOrderRefunded } from "./mails.ts";
import { mailRefundFailed } from "./refund-failed.ts";
import {
  readRefund,
  readRefundLines,
  readRefundPayment,
  readRefundPayments,
  type RefundPaymentRow,
} from "./refund-rows.ts";

/**
 * The only function that applies a provider's report to a refund, whether it comes from our call, a webhook or a job.
 * Idempotent: a fact that is known already, or older than the known state, changes nothing. `id` identifies the part of
 * the refund that is drawn from one capture.
 */
export async function applyRefundFact(
  tx: Transaction,
  ctx: Context,
  id: string,
  fact: RefundFact,
): Promise<void> {
  const known = await readRefundPayment(tx, id);
  if (known === undefined) return;
  const order = await lockAnyOrder(tx, known.order_id);
  const payment = await readRefundPayment(tx, id);
  if (payment === undefined) return;
  const next = fact.state === "pending" ? "processing" : fact.state;
  const isKnown = next === payment.state && fact.providerRefundId === payment.provider_refund_id;
  if (isKnown || (next !== payment.state && !mayStep(refundTransitions, payment.state, next)))
    return;
  if (next === "completed" && !matches(fact, payment))
    return reportMismatch(tx, ctx, payment, fact);
  await tx.run(sql`
    update shop.refund_payments set state = ${next}, provider_refund_id = coalesce(${fact.providerRefundId}, provider_refund_id),
      issues = ${JSON.stringify(fact.issues)}, debug_id = ${fact.debugId}, updated_at = now()
    where store_id = ${tx.storeId} and id = ${id}`);
  if (next === "processing" || next === payment.state) return;
  await audit(tx, ctx, {
    action: "UPDATE",
    entityType: "refund",
    entityId: payment.refund_id,
    before: { paymentId: payment.payment_id, state: payment.state },
    after: { paymentId: payment.payment_id, state: next, issues: fact.issues.map((i) => i.issue) },
  });
  if (next === "failed") await giveBackToCapture(tx, payment.payment_id, payment.amount_minor);
  else await endCapture(tx, payment.payment_id);
  await endIfLast(tx, ctx, order, payment.refund_id);
  // Updates the order after the stock, because the update also locks its customer, who must be locked last to avoid
  // deadlocks.
  if (next === "failed") {
    await giveBackToOrder(tx, order.id, payment.amount_minor);
    await countDisputes(tx, payment.payment_id);
    await recordEvent(tx, ctx, order.id, {
      kind: "refund-failed",
      data: {
        refundId: payment.refund_id,
        amountMinor: payment.amount_minor,
        currency: payment.currency,
        issues: fact.issues.map((i) => i.issue),
      },
    });
    await mailRefundFailed(tx, ctx, await lockAnyOrder(tx, order.id), { refundPaymentId: id });
  }
  await markRefunded(tx, order.id);
  await renewHold(tx, order.id, new Date(ctx.now().getTime() + paymentWindowMinutes * 60_000));
  if (next === "failed") await completeIfCovered(tx, ctx, order.id, "MONEY_RETURNED");
}

function matches(fact: RefundFact, payment: RefundPaymentRow): boolean {
  return fact.amountMinor === payment.amount_minor && fact.currency === payment.currency;
}

/** Reports to staff that the provider returned an amount other than the requested one. The refund keeps its state. */
function reportMismatch(
  tx: Transaction,
  ctx: Context,
  payment: RefundPaymentRow,
  fact: RefundFact,
): Promise<void> {
  ctx.services.log.error(
    {
      traceId: ctx.traceId,
      refundPaymentId: payment.id,
      expected: [payment.amount_minor, payment.currency],
      returned: [fact.amountMinor, fact.currency],
    },
    "the refunded amount differs from the requested amount",
  );
  return reportOnce(tx, ctx, payment.order_id, {
    paymentId: payment.payment_id,
    provider: payment.provider,
    issue: "REFUND_MISMATCH",
    refundId: payment.refund_id,
    amountMinor: payment.amount_minor,
    currency: payment.currency,
    returnedMinor: fact.amountMinor,
    returnedCurrency: fact.currency,
  });
}

/**
 * Sets the refund's final state once no part is pending or processing. If any money was returned, the refund is
 * completed and its units are restocked as requested. Otherwise it failed, and its units can be refunded again.
 */
async function endIfLast(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  refundId: string,
): Promise<void> {
  const payments = await readRefundPayments(tx, refundId);
  if (payments.some(({ state }) => state === "pending" || state === "processing")) return;
  const completed = payments.filter(({ state }) => state === "completed");
  const refundedMinor = completed.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
  const refund = await readRefund(tx, refundId);
  const state = refundedMinor > 0 ? "completed" : "failed";
  if (!mayStep(refundTransitions, refund.state, state)) return;
  await tx.run(sql`
    update shop.refunds set state = ${state}, refunded_minor = ${refundedMinor},
      completed_at = ${state === "completed" ? ctx.now() : null},
      is_credit_note_due = is_invoiced and ${state === "completed" && order.payment_environment === "LIVE"}
    where store_id = ${tx.storeId} and id = ${refundId}`);
  if (state === "failed") return giveBack(tx, order.id, refundId);
  const restocked = await restock(tx, order.id, refundId);
  await recordEvent(tx, ctx, order.id, {
    kind: "refunded",
    data: { refundId, amountMinor: refundedMinor, currency: order.currency, restocked },
  });
  if (refund.is_announced) await enqueueOrderRefunded(tx, order, refundId);
}

async function giveBack(tx: Transaction, orderId: string, refundId: string): Promise<void> {
  const lines = await readRefundLines(tx, refundId);
  const items = lines.map(({ order_item_id: itemId, quantity, amount_minor: amountMinor }) => ({
    itemId,
    quantity,
    amountMinor,
  }));
  await giveBackItems(tx, orderId, items);
}

async function restock(tx: Transaction, orderId: string, refundId: string): Promise<number> {
  const lines = (await readRefundLines(tx, refundId)).filter(({ is_restocked }) => is_restocked);
  if (lines.length === 0) return 0;
  const variants = new Map(
    (await readItems(tx, orderId)).map((item) => [item.id, item.variant_id]),
  );
  const units = lines.flatMap(({ order_item_id, quantity, restock_location: location }) => {
    const variantId = variants.get(order_item_id);
    return variantId === undefined ? [] : [{ variantId, quantity, location }];
  });
  return returnStock(tx, orderId, units, "Refunded");
}
