import type { Endpoint } from "@vetrina/contract/endpoint";
import type { Actor } from "../../context.ts";

/**
 * Returns the row that a call's transaction may lock: the order that a buyer changes, or the customer. Null for staff,
 * who wait less long for locks and may change many orders in one call.
 */
export function lockedRow({ method }: Pick<Endpoint, "method">, actor: Actor): string | null {
  if (method === "GET") return null;
  if (actor.kind === "order") return `order ${actor.orderId}`;
  if (actor.kind !== "customer") return null;
  return actor.orderId === null ? `customer ${actor.customerId}` : `order ${actor.orderId}`;
}
