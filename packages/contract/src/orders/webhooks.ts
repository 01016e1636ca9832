import { z } from "zod";
import { endpoint } from "../endpoint.ts";

const maxBytes = 256 * 1024;
const json = "application/json";
/** Mollie delivers a form with nothing but the payment's id. */
const form = "application/x-www-form-urlencoded";

const received = z.object({ received: z.literal(true) }).meta({
  description:
    "The event is stored and will be processed, or it concerns nothing on this server. Only the provider's answer changes the payment, never the event's body.",
});

/** A provider sends the events of any number of stores from few addresses. */
const signed = { allow: ["signed"], limit: 1200 } as const;

export const webhooks = {
  receivePaypalWebhook: endpoint({
    method: "POST",
    path: "/webhooks/paypal",
    summary:
      "Receives an event from PayPal. Its signature is verified (headers paypal-transmission-id, paypal-transmission-time, paypal-cert-url, paypal-transmission-sig, paypal-auth-algo) with the webhook id of the payment's store.",
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
      "Receives an event from Stripe. Its signature is verified (header stripe-signature) with the signing secret of the payment's store.",
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
      "Receives a notice that a Mollie payment has changed. Each payment has an address of its own, which only Mollie knows.",
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
      "Receives an event from the provider named in the query or the body, as the provider's own address does.",
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
