import type { webhooks } from "@vetrina/contract/orders/webhooks";
import { readStripeEvent } from "../../gateways/stripe/read-event.ts";
import { isFromStripe } from "../../gateways/stripe/verify-webhook.ts";
import type { Context } from "../../platform/context.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { readJson } from "./read-json.ts";
import { notVerified, receiveSigned, type received } from "./receive-signed.ts";

export const receiveStripeWebhook: Handler<typeof webhooks.receiveStripeWebhook> = (
  ctx,
  { file },
) => receiveStripe(ctx, file);

export async function receiveStripe(ctx: Context, body: Uint8Array): Promise<typeof received> {
  const header = ctx.caller.header("stripe-signature");
  const event = header === null ? null : readStripeEvent(await readJson(body));
  if (event === null) throw notVerified();
  return receiveSigned(ctx, "STRIPE", event, ({ credentials: { signingSecret: secret = "" } }) =>
    isFromStripe({ header, body, secret, now: ctx.now() }),
  );
}
