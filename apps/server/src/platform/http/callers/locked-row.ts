import type { Endpoint } from "@vetrina/contract/endpoint";
import type { Actor } from "../../context.ts";

/**
 * The row that a call's transactions may lock until they end: the order that a buyer changes, or the customer. Staff's
 * calls have none, because they wait less long for locks, and one of them may change many orders.
 */
export function lockedRow({ method }: Pick<Endpoint, "method">, actor: Actor): string | null {
  if (method === "GET") return null;
  if (actor.kind === "order") return `order ${actor.orderId}`;
  if (actor.kind !== "customer") return null;
  return actor.orderId === null ? `customer ${actor.customerId}` : `order ${actor.orderId}`;
}
