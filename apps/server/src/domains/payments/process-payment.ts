import type { payments, PaymentResult } from "@vetrina/contract/payments";
import { canTransitionPayment } from "@vetrina/commerce/orders";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Verb } from "../../platform/http/routes.ts";
import { claimKey, keepAnswer } from "../../platform/idempotency.ts";
import { GatewayUnknown, type PaymentFact } from "../../gateways/provider.ts";
import { lockOrder, readOrder } from "../orders/queries.ts";
import { applyPaymentFact } from "./apply-payment-fact.ts";
import { refuseUnpayable } from "./create-payment-intent.ts";
import { gatewayOf, withinTime } from "./gateway-of.ts";
import { presentPayment } from "./present-payment.ts";
import { type PaymentRow, readPayments } from "./queries.ts";

/**
 * Takes the payment the shopper approved. The provider is called outside any transaction, with the attempt marked as
 * processing before: whatever happens between, the reconciler asks the provider. PENDING: it has not said yet.
 */
export const processPayment: Verb<typeof payments.processPayment> = async (ctx, { id, body }) => {
  const begun = await ctx.tx(async (tx) => {
    const kept = await claimKey<PaymentResult>(tx, ctx);
    if (kept !== null) return { kept };
    const order = await lockOrder(tx, id);
    const attempts = await readPayments(tx, id);
    const payment = attempts.find(
      (p) => p.provider === body.provider && p.provider_id === body.paymentIntentId,
    );
    if (payment === undefined) throw notFound("payment");
    if (payment.state === "completed") return { kept: presentPayment(order, payment) };
    refuseUnpayable(order, ctx.now());
    await markProcessing(tx, payment);
    return { payment };
  });
  if (begun.kept !== undefined) return begun.kept;
  const fact = await capture(ctx, begun.payment, body.paymentIntentId);
  return ctx.tx(async (tx) => {
    if (fact !== null) await applyPaymentFact(tx, ctx, begun.payment.id, fact);
    const result = await resultOf(tx, id);
    if (result.status === "COMPLETED") await keepAnswer(tx, ctx, result);
    return result;
  });
};

/** The newest attempt's state; read with the order, so that both are of one moment. */
export const getPaymentStatus: Verb<typeof payments.getPaymentStatus> = (ctx, { id }) =>
  ctx.tx((tx) => resultOf(tx, id));

async function resultOf(tx: Transaction, orderId: string): Promise<PaymentResult> {
  const order = await readOrder(tx, orderId);
  const attempts = await readPayments(tx, orderId);
  const shown = attempts.find((payment) => payment.state === "completed") ?? attempts[0];
  return presentPayment(order, shown);
}

/** The stock stays held while the provider makes up its mind. */
async function markProcessing(tx: Transaction, payment: PaymentRow): Promise<void> {
  if (!canTransitionPayment(payment.state, "processing")) return;
  await tx.run(sql`
    update shop.payments set state = 'processing', updated_at = now() where store_id = ${tx.storeId} and id = ${payment.id}`);
  await tx.run(sql`
    update shop.orders set payment_state = 'processing', updated_at = now()
    where store_id = ${tx.storeId} and id = ${payment.order_id}`);
}

/** null: the provider did not answer, and may or may not have taken the money. */
async function capture(
  ctx: Context,
  payment: PaymentRow,
  providerId: string,
): Promise<PaymentFact | null> {
  const gateway = gatewayOf(ctx, payment);
  try {
    return await withinTime(
      gateway.capture({ key: payment.id, providerId }),
      () => new GatewayUnknown(`${gateway.name} did not answer`),
    );
  } catch (error) {
    if (error instanceof GatewayUnknown) return null;
    ctx.services.log.error(
      { err: error, traceId: ctx.traceId, paymentId: payment.id },
      "the capture call failed",
    );
    return null;
  }
}
