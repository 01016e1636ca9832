import type { payments, PaymentResult } from "@vetrina/contract/payments";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { claimKey, keepAnswer } from "../../platform/idempotency.ts";
import { GatewayUnknown, type PaymentFact } from "../../gateways/provider.ts";
import { markProcessing } from "../order-records/order-states.ts";
import { holdMode } from "../../platform/database/hold-mode.ts";
import { dueOf } from "../order-records/complete-order.ts";
import { lockOrder } from "../order-records/order-rows.ts";
import { applyPaymentFact } from "./apply-payment-fact.ts";
import { requirePayable, requireNoneProcessing } from "./create-payment-intent.ts";
import { gatewayOf, withinTime } from "./gateway-of.ts";
import { canGoOn, paidBy, presentPayment, readPaymentResult } from "./present-payment.ts";
import { type PaymentRow, readPayments } from "./queries.ts";

/**
 * Captures the payment that the shopper approved. The provider is called outside any transaction, after the attempt is
 * marked as processing, so the reconciler resolves whatever goes wrong between. PENDING: the provider hasn't answered
 * yet.
 */
export const processPayment: Handler<typeof payments.processPayment> = async (
  ctx,
  { id, body },
) => {
  const begun = await ctx.tx(async (tx) => {
    const stored = await claimKey<PaymentResult>(tx, ctx);
    if (stored !== null) return { stored };
    const mode = await holdMode(tx);
    const order = await lockOrder(tx, id);
    const attempts = await readPayments(tx, id);
    const payment = attempts.find(
      (p) => p.provider === body.provider && p.provider_id === body.paymentIntentId,
    );
    if (payment === undefined) throw notFound("payment");
    if (order.paid_at !== null)
      return { stored: presentPayment(order, paidBy(attempts) ?? payment) };
    if (payment.environment !== mode) throw ofOtherMode();
    // Once the provider was asked, its answer decides, even after the payment window.
    if (payment.state !== "processing") {
      requirePayable(order, ctx.now());
      if (!canGoOn(payment)) return { stored: presentPayment(order, payment) };
      if (payment.amount_minor !== dueOf(order)) throw ofOtherDue();
      requireNoneProcessing(attempts);
      return { payment: await beginCapture(tx, payment) };
    }
    return { payment };
  });
  if (begun.stored !== undefined) return begun.stored;
  const fact = await capture(ctx, begun.payment, body.paymentIntentId);
  return ctx.tx(async (tx) => {
    if (fact !== null)
      await applyPaymentFact(tx, ctx, begun.payment.id, fact, begun.payment.capture_attempts);
    const result = await readPaymentResult(tx, id);
    if (result.status === "COMPLETED") await keepAnswer(tx, ctx, result);
    return result;
  });
};

function ofOtherMode(): ApiFailure {
  return new ApiFailure(
    "INVALID_TRANSITION",
    "The store changed its payment settings after you started. You haven't been charged. Pay again.",
    { status: "PENDING" },
  );
}

function ofOtherDue(): ApiFailure {
  return new ApiFailure(
    "INVALID_TRANSITION",
    "The amount due has changed since you started. You haven't been charged. Pay again.",
    { status: "PENDING" },
  );
}

/** Begins a new capture attempt: the stock stays held until the provider answers. */
async function beginCapture(tx: Transaction, payment: PaymentRow): Promise<PaymentRow> {
  const tries = payment.capture_attempts + 1;
  await tx.run(sql`
    update shop.payments set state = 'processing', capture_attempts = ${tries}, updated_at = now()
    where store_id = ${tx.storeId} and id = ${payment.id}`);
  await markProcessing(tx, payment.order_id);
  return { ...payment, state: "processing", capture_attempts: tries };
}

/** null: the provider did not answer, and may or may not have taken the money. */
async function capture(
  ctx: Context,
  payment: PaymentRow,
  providerId: string,
): Promise<PaymentFact | null> {
  try {
    const gateway = gatewayOf(ctx, payment);
    // Repeating a call after a lost response uses the same key. A new attempt after a decline needs another, or the
    // provider would repeat the decline.
    const key = `${payment.id}:${payment.capture_attempts}`;
    return await withinTime(gateway, gateway.capture({ key, providerId }));
  } catch (error) {
    if (error instanceof GatewayUnknown) return null;
    ctx.services.log.error(
      { err: error, traceId: ctx.traceId, paymentId: payment.id },
      "the capture call failed",
    );
    return null;
  }
}
