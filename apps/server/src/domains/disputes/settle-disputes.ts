import type { Gateway } from "../../gateways/provider.ts";
import type { Context } from "../../platform/context.ts";
import { readDisputedCapture } from "../payments/captures.ts";
import { withinTime } from "../payments/gateway-of.ts";
import { applyDisputeFact } from "./apply-dispute-fact.ts";
import { readDisputes } from "./dispute-rows.ts";

/**
 * Asks the provider about the disputes of a captured payment and applies the response. Throws if another report arrived
 * in the meantime, so that the job asks again.
 */
export async function settleDisputes(
  ctx: Context,
  gateway: Gateway,
  paymentId: string,
): Promise<void> {
  const { capture, versions } = await ctx.tx(async (tx) => ({
    capture: await readDisputedCapture(tx, paymentId),
    versions: new Map(
      (await readDisputes(tx, paymentId)).map((row) => [row.provider_dispute_id, row.version]),
    ),
  }));
  if (capture === undefined || capture.provider_id === null) return;
  if (capture.state !== "completed" && capture.state !== "refunded") return;
  if (gateway.getDisputes === undefined) return;
  const { provider_id: providerId, capture_id: captureId } = capture;
  const facts = await withinTime(gateway, gateway.getDisputes({ providerId, captureId }));
  for (const fact of facts) {
    const asked = versions.get(fact.providerDisputeId) ?? null;
    if (!(await ctx.tx((tx) => applyDisputeFact(tx, ctx, paymentId, fact, asked))))
      throw new Error("the dispute changed while the provider was being asked");
  }
}
