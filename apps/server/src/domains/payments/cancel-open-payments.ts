import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { PaymentFact } from "../../gateways/provider.ts";
import { applyPaymentFact } from "./apply-payment-fact.ts";
import { gatewayOf } from "./gateway-of.ts";
import { type PaymentRow, readPayments } from "./queries.ts";

/**
 * Closes every attempt of an order that could still take money, at its provider. True when none can any more; false when
 * one has completed or its state is not known: then the order's stock must stay.
 */
export async function cancelOpenPayments(
  ctx: Context,
  orderId: string,
  reason: "expired" | "cancelled",
): Promise<boolean> {
  const attempts = await ctx.tx((tx) => readPayments(tx, orderId));
  for (const payment of attempts) {
    if (payment.state === "completed" || payment.state === "refunded") return false;
    if (payment.state === "cancelled" || payment.state === "expired") continue;
    const fact = await cancelAtProvider(ctx, payment);
    if (fact === null) return false;
    await ctx.tx(async (tx) => {
      if (fact.state === "completed") return applyPaymentFact(tx, ctx, payment.id, fact);
      await tx.run(sql`
        update shop.payments set state = ${reason}, updated_at = now()
        where store_id = ${tx.storeId} and id = ${payment.id} and state not in ('completed', 'refunded')`);
    });
    if (fact.state === "completed") return false;
  }
  return true;
}

const nothing: PaymentFact = {
  state: "cancelled",
  capturedMinor: null,
  currency: "",
  issues: [],
  debugId: null,
};

/** null: not known; asked again at the next sweep. */
async function cancelAtProvider(ctx: Context, payment: PaymentRow): Promise<PaymentFact | null> {
  const gateway = gatewayOf(ctx, payment);
  try {
    // Its answer was lost: the same key gives the payment it opened then, if it did.
    const providerId = payment.provider_id ?? (await reopen(ctx, payment));
    const fact = await gateway.cancel(providerId);
    return fact.state === "failed" ? nothing : fact;
  } catch (error) {
    ctx.services.log.warn(
      { err: error, paymentId: payment.id },
      "a payment could not be cancelled yet",
    );
    return null;
  }
}

async function reopen(ctx: Context, payment: PaymentRow): Promise<string> {
  const opened = await gatewayOf(ctx, payment).create({
    key: payment.id,
    amountMinor: payment.amount_minor,
    currency: payment.currency,
    orderId: payment.order_id,
  });
  return opened.providerId;
}

/** Whether an attempt could still take money; asked under the order's lock, because one may have been opened meanwhile. */
export async function hasOpenPayment(tx: Transaction, orderId: string): Promise<boolean> {
  const attempts = await readPayments(tx, orderId);
  return attempts.some((payment) => payment.state === "created" || payment.state === "processing");
}
