/** The content of a webhook delivery. All of it is only a hint: the payment's state comes from the provider's API. */
export type WebhookEvent = {
  /** The provider's own id, the same for each delivery of the event. */
  eventId: string;
  type: string;
  /** Ids from the event that may be the provider's ids of the payment or its capture, the most likely first. */
  objectIds: string[];
  /** The order's id, which we gave the provider with the payment. */
  orderId: string | null;
};

const maxObjects = 4;

/** Checks the values that were read from an event. Returns null if its id or type is missing or malformed. */
export function webhookEvent(event: {
  eventId: unknown;
  type: unknown;
  objectIds: readonly unknown[];
  orderIds: readonly unknown[];
}): WebhookEvent | null {
  const { eventId, type } = event;
  if (!isId(eventId) || typeof type !== "string" || !/^[\w.]{1,100}$/.test(type)) return null;
  const objectIds = [...new Set(event.objectIds.filter(isId))].slice(0, maxObjects);
  const orderId = event.orderIds.find((id) => typeof id === "string" && uuid.test(id));
  return {
    eventId,
    type,
    objectIds,
    orderId: typeof orderId === "string" ? orderId.toLowerCase() : null,
  };
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function isId(value: unknown): value is string {
  return typeof value === "string" && /^[\w-]{1,100}$/.test(value);
}

/** The value at a path of fields and indexes in parsed data; undefined if there is none. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<string | number, unknown>)[key];
  }
  return found;
}
