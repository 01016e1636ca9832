import type { Gateway } from "../../gateways/provider.ts";
import type { Context } from "../../platform/context.ts";
import { withinTime } from "../payments/gateway-of.ts";
import { applyRefundFact } from "./apply-refund-fact.ts";
import { readOpenRefunds } from "./refund-rows.ts";

/** Asks the provider about a payment's refunds whose result isn't known. Requests no refund. */
export async function settleOpenRefunds(
  ctx: Context,
  gateway: Gateway,
  paymentId: string,
): Promise<void> {
  const open = await ctx.tx((tx) => readOpenRefunds(tx, paymentId));
  for (const { id: key, provider_id: providerId } of open) {
    if (providerId === null) continue;
    const fact = await withinTime(gateway, gateway.getRefund({ key, providerId }));
    // Null means that the provider doesn't have the refund yet: the request is on its way, or the job will send it.
    if (fact !== null) await ctx.tx((tx) => applyRefundFact(tx, ctx, key, fact));
  }
}
