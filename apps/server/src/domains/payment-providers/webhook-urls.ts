import { createHmac, timingSafeEqual } from "node:crypto";
import { basePath } from "@vetrina/contract/api";
import { isUuid } from "@vetrina/contract/common";
import type { PaymentProvider } from "@vetrina/contract/enumerations";
import type { Context, Services } from "../../platform/context.ts";

/** Returns the webhook URL to register with a provider; null if the provider needs none. */
export function webhookUrlOf(
  { services }: Pick<Context, "services">,
  provider: PaymentProvider,
): string | null {
  if (provider !== "PAYPAL" && provider !== "STRIPE") return null;
  return addressOf(services, provider.toLowerCase());
}

/**
 * Returns the provider's webhook URLs at the platform's address and at the store's own domain. Registering one of them
 * is enough.
 */
export function webhookUrlsOf(ctx: Context, provider: PaymentProvider): string[] {
  const url = webhookUrlOf(ctx, provider);
  if (url === null) return [];
  const { domain } = ctx.store;
  const { pathname } = new URL(url);
  return domain === "" ? [url] : [url, `https://${domain}${pathname}`];
}

/**
 * Returns the webhook URL of one payment, for providers that don't sign their events. Its last segment can't be
 * guessed. Always returns the same URL for a payment, because the provider repeats a response only for an identical
 * request.
 */
export function webhookUrlOfPayment(services: Services, paymentId: string): string {
  return addressOf(services, `mollie/${paymentId}.${macOf(services, paymentId)}`);
}

/**
 * Returns the id of the payment from the last segment of a webhook URL; null if this server didn't create the segment.
 */
export function paymentOfWebhookToken(services: Services, token: string): string | null {
  const [id = "", mac = "", ...rest] = token.split(".");
  if (rest.length > 0 || !isUuid(id)) return null;
  const expected = Buffer.from(macOf(services, id));
  const given = Buffer.from(mac);
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}

function addressOf({ publicUrl }: Services, path: string): string {
  return new URL(`${basePath}/webhooks/${path}`, publicUrl).href;
}

function macOf({ key }: Services, paymentId: string): string {
  return createHmac("sha256", key("payment webhook")).update(paymentId).digest("base64url");
}
