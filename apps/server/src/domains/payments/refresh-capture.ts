import type { Gateway } from "../../gateways/provider.ts";
import type { Context } from "../../platform/context.ts";
import { applyPaymentFact } from "./apply-payment-fact.ts";
import { gatewayOf, withinTime } from "./gateway-of.ts";
import { hasEnded } from "./has-ended.ts";
import { readPayment } from "./queries.ts";

/**
 * Asks the provider for the current state of a payment and applies the response. Returns the gateway that was called,
 * or null if there is no such payment. Throws GatewayUnknown and any error of the gateway.
 */
export async function refreshCapture(ctx: Context, paymentId: string): Promise<Gateway | null> {
  const payment = await ctx.tx((tx) => readPayment(tx, paymentId));
  if (payment === undefined) return null;
  const { provider_id: providerId, capture_attempts: asked } = payment;
  if (providerId === null) throw new Error("the payment's id at its provider isn't known yet");
  const gateway = await gatewayOf(ctx, payment);
  const fact = await withinTime(gateway, gateway.get(providerId));
  await ctx.tx(async (tx) => {
    const present = await readPayment(tx, paymentId);
    // Ignores a state that isn't final while the payment is processing: the provider may have reported it before our
    // capture. The capture's response, or the job that asks for the result, settles the payment.
    if (present?.state === "processing" && !hasEnded(fact)) return;
    await applyPaymentFact(tx, ctx, paymentId, fact, asked);
  });
  return gateway;
}
