import { randomUUID } from "node:crypto";
import { randomText } from "../core/ids.ts";
import type { Transaction } from "../core/store.ts";
import { type Json, deliveries } from "../core/types.ts";
import { apiVersion } from "./errors.ts";
import { endpoints, events } from "./tables.ts";

/** Creates an event, and a delivery to each of the account's endpoints that subscribe to the event. */
export function emit(tx: Transaction, account: string, type: string, object: Json): void {
  const wanting = tx
    .all(endpoints)
    .filter((endpoint) => endpoint.account === account && wants(endpoint.api, type));
  const id = `evt_${randomText(24, "mixed")}`;
  const api = {
    id,
    object: "event",
    api_version: apiVersion,
    created: seconds(tx.now),
    data: { object },
    livemode: false,
    pending_webhooks: wanting.length,
    request: { id: null, idempotency_key: null },
    type,
  };
  tx.put(events, { id, account, api });
  for (const endpoint of wanting)
    tx.put(deliveries, {
      id: randomUUID(),
      account,
      endpoint: endpoint.id,
      event: type,
      url: String(endpoint.api["url"]),
      // Indented as Stripe's events are, so that verification fails for a body that was parsed and serialized again.
      body: JSON.stringify(api, null, 2),
      contentType: "application/json; charset=utf-8",
      createdAt: tx.now.toISOString(),
      status: "waiting",
      attempts: [],
      headers: {},
    });
}

function wants({ enabled_events: wanted, status }: Json, type: string): boolean {
  const list = wanted as string[];
  return status === "enabled" && (list.includes("*") || list.includes(type));
}

export function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
