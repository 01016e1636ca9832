import { randomUUID } from "node:crypto";
import { randomText } from "../core/ids.ts";
import type { Transaction } from "../core/store.ts";
import { type Json, deliveries } from "../core/types.ts";
import { type Webhook, type WebhookEvent, webhookEvents, webhooks } from "./tables.ts";

const resourceTypes: readonly (readonly [prefix: string, type: string, version: string])[] = [
  ["CHECKOUT.ORDER", "checkout-order", "2.0"],
  ["PAYMENT.CAPTURE.REFUNDED", "refund", "2.0"],
  ["PAYMENT.CAPTURE", "capture", "2.0"],
  ["PAYMENT.REFUND", "refund", "2.0"],
  ["CUSTOMER.DISPUTE", "dispute", "1.0"],
];

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Creates a webhook event, and a delivery to each of the account's webhooks that subscribe to the event. */
export function emit(
  tx: Transaction,
  account: string,
  type: string,
  resource: Json,
  origin: string,
): void {
  const [, resourceType = "", version = "1.0"] =
    resourceTypes.find(([prefix]) => type.startsWith(prefix)) ?? [];
  const id = `WH-${randomText(17, "upper")}-${randomText(17, "upper")}`;
  const self = `${origin}/v1/notifications/webhooks-events/${id}`;
  const body = {
    id,
    event_version: "1.0",
    create_time: tx.now.toISOString(),
    resource_type: resourceType,
    resource_version: version,
    event_type: type,
    summary: `${type} ${textOf(resource["id"]) || textOf(resource["dispute_id"])}`,
    resource,
    links: [
      { href: self, rel: "self", method: "GET" },
      { href: `${self}/resend`, rel: "resend", method: "POST" },
    ],
  };
  const event = tx.put(webhookEvents, { id, account, type, body });
  for (const webhook of tx.all(webhooks))
    if (webhook.account === account && wants(webhook, type)) queue(tx, webhook, event);
}

function wants({ eventTypes }: Webhook, type: string): boolean {
  return eventTypes.includes("*") || eventTypes.includes(type);
}

export function queue(tx: Transaction, webhook: Webhook, event: WebhookEvent): void {
  tx.put(deliveries, {
    id: randomUUID(),
    account: event.account,
    endpoint: webhook.id,
    event: event.type,
    url: webhook.url,
    body: JSON.stringify(event.body),
    contentType: "application/json",
    createdAt: tx.now.toISOString(),
    status: "waiting",
    attempts: [],
    headers: {},
  });
}
