import type { Context } from "../../platform/context.ts";
import { settleDisputes } from "../disputes/settle-disputes.ts";
import { refreshCapture } from "../payments/refresh-capture.ts";
import { settleOpenRefunds } from "../refunds/settle-open-refunds.ts";

/**
 * Asks the provider for the current state of a payment and of its refunds and disputes, and applies the responses.
 * Throws GatewayUnknown and any error of the gateway.
 */
export async function refreshPayment(ctx: Context, paymentId: string): Promise<void> {
  const gateway = await refreshCapture(ctx, paymentId);
  if (gateway === null) return;
  await settleOpenRefunds(ctx, gateway, paymentId);
  await settleDisputes(ctx, gateway, paymentId);
}
