import { mayStep, refundTransitions } from "@vetrina/commerce/orders/order-states";
import { GatewayRefused, type RefundFact } from "../../gateways/provider.ts";
import { type Context, finishingTransaction, type Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { describeError } from "../../platform/jobs/describe-error.ts";
import { lockAnyOrder } from "../order-records/order-rows.ts";
import { gatewayOf, withinTime } from "../payments/gateway-of.ts";
import { applyRefundFact } from "./apply-refund-fact.ts";
import { type RefundPaymentRow, readRefundPayment, readRefundPayments } from "./refund-rows.ts";

/**
 * Requests the refund from each provider and applies the responses. If a provider doesn't respond, its part stays
 * processing, and a job settles it later.
 */
export async function sendRefund(ctx: Context, refundId: string): Promise<void> {
  const payments = await finishingTransaction(ctx, (tx) => readRefundPayments(tx, refundId));
  for (const { id } of payments)
    try {
      await settleRefundPayment(ctx, id);
    } catch (error) {
      const reason = describeError(error);
      ctx.services.log.warn(
        { traceId: ctx.traceId, refundPaymentId: id, reason },
        "the result of a refund is not known yet",
      );
    }
}

/**
 * Requests one part of a refund from its provider, or finds out the result. If an earlier request may have reached the
 * provider, asks for its result first, and requests the refund only if the provider has none. The part's id is the
 * idempotency key. Throws the gateway's error if the result stays unknown.
 */
export async function settleRefundPayment(ctx: Context, id: string): Promise<void> {
  const begun = await finishingTransaction(ctx, (tx) => beginCall(tx, id));
  if (begun === null) return;
  const fact = begun.provider === null ? byHand(begun) : await request(ctx, begun);
  await finishingTransaction(ctx, (tx) => applyRefundFact(tx, ctx, id, fact));
}

/**
 * Marks the part as requested before the call, so that the provider is asked about it after a crash. Returns null if
 * the part has already completed or failed.
 */
async function beginCall(tx: Transaction, id: string): Promise<RefundPaymentRow | null> {
  const known = await readRefundPayment(tx, id);
  if (known === undefined) return null;
  await lockAnyOrder(tx, known.order_id);
  const payment = await readRefundPayment(tx, id);
  if (payment === undefined || payment.state === "completed" || payment.state === "failed")
    return null;
  await tx.run(sql`
    update shop.refund_payments set state = 'processing', attempts = attempts + 1, updated_at = now(),
      requested_at = coalesce(requested_at, now())
    where store_id = ${tx.storeId} and id = ${id}`);
  if (mayStep(refundTransitions, payment.state, "processing"))
    await tx.run(sql`
      update shop.refunds set state = 'processing'
      where store_id = ${tx.storeId} and id = ${payment.refund_id} and state = 'pending'`);
  return payment;
}

const manualPayment = {
  issue: "MANUAL_PAYMENT",
  description: "Staff recorded this payment, so only they can return it.",
};

/**
 * Returns the result for a manual payment, which staff refund themselves. A refund that staff requested is complete at
 * once. A refund that the system began fails, so that staff get an email.
 */
function byHand(payment: RefundPaymentRow): RefundFact {
  const { amount_minor: amountMinor, currency, is_automatic: isAutomatic } = payment;
  return {
    state: isAutomatic ? "failed" : "completed",
    providerRefundId: null,
    amountMinor,
    currency,
    issues: isAutomatic ? [manualPayment] : [],
    debugId: null,
  };
}

async function request(ctx: Context, payment: RefundPaymentRow): Promise<RefundFact> {
  const { id: key, provider, environment, provider_id: providerId } = payment;
  const { amount_minor: amountMinor, currency } = payment;
  if (provider === null || providerId === null)
    throw new Error(`refund ${key} belongs to a payment without a provider`);
  const since = payment.requested_at ?? ctx.now();
  const gateway = await gatewayOf(ctx, { provider, environment });
  if (payment.state === "processing") {
    const known = await withinTime(gateway, gateway.getRefund({ key, providerId }));
    if (known !== null) return known;
  }
  try {
    return await withinTime(
      gateway,
      gateway.refund({ key, since, providerId, amountMinor, currency }),
    );
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error;
    return {
      state: "failed",
      providerRefundId: null,
      amountMinor,
      currency,
      issues: [error.issue],
      debugId: null,
    };
  }
}
