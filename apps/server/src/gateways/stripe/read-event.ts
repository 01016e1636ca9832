import { at, type WebhookEvent, webhookEvent } from "../webhook-event.ts";

/** Reads an event about a payment intent, a charge, a refund or a dispute. Returns null if the body isn't an event. */
export function readStripeEvent(body: unknown): WebhookEvent | null {
  const object = at(body, "data", "object");
  const intent = at(object, "payment_intent");
  const charge = at(object, "charge");
  return webhookEvent({
    eventId: at(body, "id"),
    type: at(body, "type"),
    // Stripe sends a reference as an id, or as the object with this id.
    objectIds: [intent, at(intent, "id"), at(object, "id"), charge, at(charge, "id")],
    orderIds: [at(object, "metadata", "orderId")],
  });
}
