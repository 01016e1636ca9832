import type { webhooks } from "@vetrina/contract/orders/webhooks";
import type { webhookLog } from "@vetrina/contract/stores/webhook-log";
import type { Routes } from "../../platform/http/routes.ts";
import { createWebhookEntry } from "./create-webhook-entry.ts";
import { listWebhookEntries } from "./list-webhook-entries.ts";
import { receiveMollieWebhook } from "./receive-mollie-webhook.ts";
import { receivePaymentWebhook } from "./receive-payment-webhook.ts";
import { receivePaypalWebhook } from "./receive-paypal-webhook.ts";
import { receiveStripeWebhook } from "./receive-stripe-webhook.ts";
import { replayWebhook } from "./replay-webhook.ts";

export const webhooksRoutes = {
  receivePaypalWebhook,
  receiveStripeWebhook,
  receiveMollieWebhook,
  receivePaymentWebhook,
} satisfies Routes<typeof webhooks>;

export const webhookLogRoutes = {
  createWebhookEntry,
  listWebhookEntries,
  replayWebhook,
} satisfies Routes<typeof webhookLog>;
