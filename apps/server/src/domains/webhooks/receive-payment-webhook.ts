import type { webhooks } from "@vetrina/contract/orders/webhooks";
import { at } from "../../gateways/webhook-event.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { readJson } from "./read-json.ts";
import { receiveMollie } from "./receive-mollie-webhook.ts";
import { receivePayPal } from "./receive-paypal-webhook.ts";
import { notVerified } from "./receive-signed.ts";
import { receiveStripe } from "./receive-stripe-webhook.ts";

/** Handles a delivery at the generic URL in the same way as at the provider's own URL. */
export const receivePaymentWebhook: Handler<typeof webhooks.receivePaymentWebhook> = async (
  ctx,
  { provider, token, file },
) => {
  switch ((provider ?? (await providerIn(file))).toLowerCase()) {
    case "paypal":
      return receivePayPal(ctx, file);
    case "stripe":
      return receiveStripe(ctx, file);
    case "mollie":
      return receiveMollie(ctx, token ?? "", file.subarray(0, 1024));
    default:
      throw notVerified();
  }
};

async function providerIn(body: Uint8Array): Promise<string> {
  const provider = at(await readJson(body), "provider");
  return typeof provider === "string" ? provider : "";
}
