import { completionDays, undeliveredCompletionDays } from "../constants.ts";
import { type FulfillmentState, fulfillmentStateOf, type ReturnState } from "./order-states.ts";

/** How many units of an order item were ordered, are in shipments, were returned, and were refunded. */
export type ItemUnits = {
  quantity: number;
  fulfilled: number;
  returned: number;
  refunded: number;
};

/**
 * Returns how many units of an order item may still be shipped: paid units that are in no shipment. The customer holds
 * `fulfilled - returned` units and has paid for `quantity - refunded`. So a unit refunded before it was shipped is never
 * shipped, and one refunded after its return doesn't block the others.
 */
export function unitsToShip({ quantity, fulfilled, returned, refunded }: ItemUnits): number {
  const paid = quantity - refunded - (fulfilled - returned);
  return Math.max(0, Math.min(quantity - fulfilled, paid));
}

/** The data that determines an order's states: its items, and the units of delivered shipments. */
export type OrderUnits = { items: readonly ItemUnits[]; delivered: number };

/** Derives the order's fulfillment from its units. Refunded units that were never shipped don't count. */
export function fulfillmentOf({ items, delivered }: OrderUnits): FulfillmentState {
  const fulfilled = sum(items, (item) => item.fulfilled);
  return fulfillmentStateOf({
    ordered: fulfilled + sum(items, unitsToShip),
    fulfilled,
    delivered,
  });
}

/**
 * Derives the order's return state from its units. If nothing has come back yet, returns `state`, which is then `none`
 * or `requested`.
 */
export function returnOf(
  items: readonly ItemUnits[],
  fulfillment: FulfillmentState,
  state: ReturnState,
): ReturnState {
  const returned = sum(items, (item) => item.returned);
  if (returned === 0 || state === "returned") return state;
  const isAll = returned === sum(items, (item) => item.fulfilled);
  return isAll && (fulfillment === "fulfilled" || fulfillment === "delivered")
    ? "returned"
    : "partial";
}

const dayMs = 86_400_000;

/**
 * When a fulfilled order becomes complete: some days after its delivery, or after its last shipment if no delivery is
 * recorded. null while something has not been shipped.
 */
export function completionOf(order: {
  fulfillment: FulfillmentState;
  deliveredAt: Date | null;
  /** When the last shipment left; null if a shipment has not left yet. */
  shippedAt: Date | null;
}): Date | null {
  const { fulfillment, deliveredAt, shippedAt } = order;
  if (fulfillment === "delivered" && deliveredAt !== null)
    return new Date(deliveredAt.getTime() + completionDays * dayMs);
  if (fulfillment === "fulfilled" && shippedAt !== null)
    return new Date(shippedAt.getTime() + undeliveredCompletionDays * dayMs);
  return null;
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}
