import { at, type WebhookEvent, webhookEvent } from "../webhook-event.ts";

/** Reads an event about an order, a capture, a refund or a dispute. Returns null if the body isn't an event. */
export function readPayPalEvent(body: unknown): WebhookEvent | null {
  const resource = at(body, "resource");
  const related = at(resource, "supplementary_data", "related_ids");
  const disputed = at(resource, "disputed_transactions", 0);
  return webhookEvent({
    eventId: at(body, "id"),
    type: at(body, "event_type"),
    objectIds: [
      at(related, "order_id"),
      at(related, "capture_id"),
      at(disputed, "seller_transaction_id"),
      parentOf(resource),
      at(resource, "id"),
    ],
    orderIds: [
      at(resource, "custom_id"),
      at(resource, "purchase_units", 0, "custom_id"),
      at(disputed, "custom"),
    ],
  });
}

/** The id of a refund's capture. The refund names it only in a link: .../captures/{id}. */
function parentOf(resource: unknown): unknown {
  const links = at(resource, "links");
  if (!Array.isArray(links)) return undefined;
  const up: unknown = links.slice(0, 20).find((link) => at(link, "rel") === "up");
  const href = at(up, "href");
  return typeof href === "string" && href.length <= 500 ? href.split("/").at(-1) : undefined;
}
