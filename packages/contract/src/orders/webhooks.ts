import { z } from "zod";
import { endpoint } from "../endpoint.ts";

const maxBytes = 256 * 1024;
const json = "application/json";
/** Mollie sends a form that contains only the payment's id. */
const form = "application/x-www-form-urlencoded";

const received = z.object({ received: z.literal(true) }).meta({
  description:
    "The event was stored, or it doesn't concern this server. To process a stored event, the server asks the provider for the payment's state; it never takes the state from the event's body.",
});

/**
 * The limit is high because a provider sends the events of many stores from a few IP addresses. The number of verified
 * deliveries is limited for each owner (receive-signed.ts).
 */
const signed = { allow: ["signed"], limit: 1200 } as const;

export const webhooks = {
  receivePaypalWebhook: endpoint({
    method: "POST",
    path: "/webhooks/paypal",
    summary:
      "Receives an event from PayPal. Its signature is verified (headers paypal-transmission-id, paypal-transmission-time, paypal-cert-url, paypal-transmission-sig, paypal-auth-algo) with the webhook id of the store that the payment belongs to.",
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
      "Receives an event from Stripe. Its signature, in the stripe-signature header, is verified with the signing secret of the store that the payment belongs to.",
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
      "Receives a notice that a Mollie payment has changed. Mollie doesn't sign it; instead, each payment has its own secret webhook address.",
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
      "Receives an event from the provider named in the query or the body, and processes it as the endpoint for that provider does.",
    access: signed,
    store: { by: "none" },
    query: z.object({
      provider: z
        .string()
        .max(20)
        .optional()
        .meta({ description: "paypal, stripe or mollie; if absent, the body's `provider` field." }),
      token: z
        .string()
        .max(200)
        .optional()
        .meta({ description: "For mollie: the last part of the payment's webhook address." }),
    }),
    upload: { types: [json, form], maxBytes },
    response: received,
    errors: ["UNAUTHENTICATED", "RATE_LIMITED"],
    personal: true,
  }),
};
