import { z } from "zod";
import { type PayPalClient, PayPalKeysRefused } from "./paypal-client.ts";
import { type GatewayCheck, GatewayUnknown } from "./provider.ts";

const Webhook = z.object({
  url: z.string(),
  event_types: z.array(z.object({ name: z.string() })).default([]),
});

/** The webhook must include one of these events, or captures would be missed. */
const needed = new Set(["*", "PAYMENT.CAPTURE.COMPLETED"]);

/** Checks the keys, and whether the webhook with this id sends the needed events to one of our URLs. */
export async function checkPayPal(
  send: PayPalClient,
  webhookId: string | undefined,
  webhookUrls: readonly string[],
): Promise<GatewayCheck> {
  const id = webhookId ?? "";
  try {
    const path =
      id === ""
        ? "/v1/notifications/webhooks"
        : `/v1/notifications/webhooks/${encodeURIComponent(id)}`;
    const { status, body } = await send({ method: "GET", path });
    if (id !== "" && status === 404) return { problems: [unknownWebhook], webhook: "MISSING" };
    if (status >= 300) throw new GatewayUnknown(`PayPal answered with status ${status}`);
    // Without the id, events can't be verified.
    if (id === "") return { problems: [], webhook: "MISSING" };
    const webhook = Webhook.parse(body);
    const isOurs =
      webhookUrls.includes(webhook.url) && webhook.event_types.some(({ name }) => needed.has(name));
    return { problems: [], webhook: isOurs ? "REGISTERED" : "MISSING" };
  } catch (error) {
    if (error instanceof PayPalKeysRefused) return { problems: [wrongKeys], webhook: "UNKNOWN" };
    if (error instanceof z.ZodError)
      throw new GatewayUnknown("PayPal returned an unexpected response");
    throw error;
  }
}

const wrongKeys = {
  field: "credentials.clientSecret",
  message:
    "PayPal doesn't accept this client id with this secret. Copy both from the same app in the developer dashboard. Sandbox and live apps have different ones.",
};

const unknownWebhook = {
  field: "credentials.webhookId",
  message:
    "PayPal doesn't know this webhook id. Copy it from the webhooks of the app whose client id you entered.",
};
