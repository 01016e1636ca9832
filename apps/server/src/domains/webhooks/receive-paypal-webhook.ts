import type { webhooks } from "@vetrina/contract/orders/webhooks";
import { readPayPalEvent } from "../../gateways/paypal/read-event.ts";
import { isFromPayPal, readPayPalSignature } from "../../gateways/paypal/verify-webhook.ts";
import type { Context } from "../../platform/context.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { widerNetwork } from "../../platform/http/callers/caller-address.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { readJson } from "./read-json.ts";
import { notVerified, receiveSigned, type received } from "./receive-signed.ts";

export const receivePaypalWebhook: Handler<typeof webhooks.receivePaypalWebhook> = (
  ctx,
  { file },
) => receivePayPal(ctx, file);

/** Receives a delivery from PayPal. Fetches PayPal's certificate last, and only if the delivery is otherwise valid. */
export async function receivePayPal(ctx: Context, body: Uint8Array): Promise<typeof received> {
  const { paypalKeys } = ctx.services;
  const signature = readPayPalSignature((name) => ctx.caller.header(name), ctx.now());
  const event = signature === null ? null : readPayPalEvent(await readJson(body));
  if (signature === null || event === null) throw notVerified();
  return receiveSigned(ctx, "PAYPAL", event, async ({ environment, credentials }) => {
    const { webhookId } = credentials;
    if (webhookId === undefined) return false;
    const caller = ctx.limitsCallers ? networkOf(ctx.caller.address) : null;
    const key = await paypalKeys(signature.certificateUrl, environment, caller);
    if (key === "busy")
      throw new ApiFailure(
        "SERVER_BUSY",
        "PayPal's certificate couldn't be fetched. Try again later.",
        {
          retryAfterSeconds: 60,
        },
      );
    return key !== null && isFromPayPal(signature, body, webhookId, key);
  });
}

/** Counts an IPv6 caller by /48, because one caller may have all addresses in it. */
function networkOf(address: string): string {
  return widerNetwork(address) ?? address;
}
