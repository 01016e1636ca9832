import { z } from "zod";
import { endpoint } from "../endpoint.ts";

const maxBytes = 256 * 1024;
const json = "application/json";
/** Mollie's deliveries are forms with the payment's id alone. */
const form = "application/x-www-form-urlencoded";

const received = z.object({ received: z.literal(true) }).meta({
  description:
    "The event is stored and will be processed, or it is about nothing of this server. The payment changes only by what the provider answers about it.",
});

/** From any number of stores, a provider sends from few addresses. */
const signed = { allow: ["signed"], limit: 1200 } as const;

export const webhooks = {
  receivePaypalWebhook: endpoint({
    method: "POST",
    path: "/webhooks/paypal",
    summary:
      "Takes an event of PayPal. Its signature is verified (headers paypal-transmission-id, paypal-transmission-time, paypal-cert-url, paypal-transmission-sig, paypal-auth-algo) with the webhook id of the payment's store.",
    access: signed,
    store: { by: "none" },
    upload: { types: [json], maxBytes },
    response: received,
    errors: ["UNAUTHENTICATED", "RATE_LIMITED"],
  }),
  receiveStripeWebhook: endpoint({
    method: "POST",
    path: "/webhooks/stripe",
    summary:
      "Takes an event of Stripe. Its signature is verified (header stripe-signature) with the signing secret of the payment's store.",
    access: signed,
    store: { by: "none" },
    upload: { types: [json], maxBytes },
    response: received,
    errors: ["UNAUTHENTICATED", "RATE_LIMITED"],
  }),
  receiveMollieWebhook: endpoint({
    method: "POST",
    path: "/webhooks/mollie/{token}",
    summary:
      "Takes the news that a payment of Mollie has changed. Each payment has an address of its own, which only Mollie knows.",
    access: signed,
    store: { by: "none" },
    params: z.object({ token: z.string().max(200) }),
    upload: { types: [form], maxBytes: 1024 },
    response: received,
    errors: ["UNAUTHENTICATED", "RATE_LIMITED"],
    personal: true,
  }),
  receivePaymentWebhook: endpoint({
    method: "POST",
    path: "/payment/webhook",
    summary:
      "Takes an event of the provider that the query or the body names, like the provider's own address.",
    access: signed,
    store: { by: "none" },
    query: z.object({
      provider: z
        .string()
        .max(20)
        .optional()
        .meta({ description: "paypal, stripe or mollie; the body's field provider if absent." }),
      token: z
        .string()
        .max(200)
        .optional()
        .meta({ description: "For mollie: the last part of the payment's own address." }),
    }),
    upload: { types: [json, form], maxBytes },
    response: received,
    errors: ["UNAUTHENTICATED", "RATE_LIMITED"],
    personal: true,
  }),
};
