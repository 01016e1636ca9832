import { unitsToShip } from "@vetrina/commerce/orders/shipments";
import type { PaymentEnv } from "@vetrina/contract/enumerations";
import type { ShipmentInput } from "@vetrina/contract/orders/shipments";
import type { Transaction } from "../../platform/context.ts";
import { holdMode } from "../../platform/database/hold-mode.ts";
import { ApiFailure, invalidField } from "../../platform/errors.ts";
import { unitsOf } from "../order-records/fulfillment.ts";
import { requireNoOpenChange } from "../order-records/open-change.ts";
import { lockOrder } from "../order-records/order-rows.ts";
import { isLinePaidBack, isPaidBack } from "../order-records/order-money.ts";
import {
  type ListedOrder,
  type OrderItemRow,
  type OrderRow,
  statusOf,
} from "../order-records/present-order.ts";
import type { WantedUnits } from "./plan-units.ts";

/** Locks an order whose shipments are about to change, and keeps the store's mode from changing. Throws NOT_FOUND. */
export async function lockForShipping(
  tx: Transaction,
  orderId: string,
): Promise<{ order: OrderRow; mode: PaymentEnv }> {
  const mode = await holdMode(tx);
  return { order: await lockOrder(tx, orderId), mode };
}

/** Throws ORDER_NOT_PAID or INVALID_TRANSITION if no unit of the order may be shipped. */
export function requireShippable(order: OrderRow, mode: PaymentEnv): void {
  const status = statusOf(order);
  const refuse = (message: string) => new ApiFailure("INVALID_TRANSITION", message, { status });
  if (order.cancelled_at !== null) throw refuse("This order was canceled, so it can't be shipped.");
  if (order.payment_state === "refunded")
    throw refuse("This order was refunded, so it can't be shipped.");
  if (isPaidBack(order))
    throw refuse(
      "All money for this order was returned to the buyer, so the order can't be shipped. Cancel it, or remove its unshipped units.",
    );
  if (order.payment_state !== "completed")
    throw new ApiFailure(
      "ORDER_NOT_PAID",
      "This order isn't paid. Ship it after it has been paid.",
      {
        status,
      },
    );
  if (order.payment_environment === "TEST" && mode === "LIVE")
    throw new ApiFailure(
      "ORDER_NOT_PAID",
      "This is a test order, for which nothing was paid. It can be shipped only while the store is in TEST mode, as a rehearsal.",
      { status },
    );
  requireNoOpenChange(order);
  if (order.fulfillment_state === "delivered")
    throw refuse("This whole order was delivered, so nothing is left to ship.");
}

/**
 * Returns how many units of an order's line can be shipped. For a gift whose buyer got back everything that was paid
 * for changes, only those of free lines.
 */
export function unitsToSend(order: ListedOrder, item: OrderItemRow): number {
  return isLinePaidBack(order, item) ? 0 : unitsToShip(unitsOf(item));
}

/** Throws INVALID_TRANSITION for a line that a buyer got the money back for, although their order is a gift. */
export function requireNotPaidBack(order: OrderRow, items: readonly OrderItemRow[]): void {
  const item = items.find((one) => isLinePaidBack(order, one));
  if (item === undefined) return;
  throw new ApiFailure(
    "INVALID_TRANSITION",
    `All money for ${nameOf(item)} was returned to the buyer, so it can't be shipped. Remove it from the order.`,
    { status: statusOf(order) },
  );
}

/**
 * Returns the units to ship: those requested, or all that are left. Throws INVALID_TRANSITION if fewer are left, and
 * VALIDATION_FAILED for an item of another order.
 */
export function wantedUnits(
  order: OrderRow,
  items: readonly OrderItemRow[],
  requested: ShipmentInput["items"],
): WantedUnits[] {
  const left = items.map((item) => ({ item, units: unitsToSend(order, item) }));
  const status = statusOf(order);
  if (left.every(({ units }) => units === 0)) {
    requireNotPaidBack(
      order,
      items.filter((item) => unitsToShip(unitsOf(item)) > 0),
    );
    throw new ApiFailure(
      "INVALID_TRANSITION",
      "Nothing in this order is left to ship. Cancel a pending shipment to pack it differently.",
      { status },
    );
  }
  if (requested === undefined)
    return left.filter(({ units }) => units > 0).map(({ item, units }) => wanted(item, units));
  const chosen = requested.map(({ orderItemId, quantity }, i) => {
    const found = left.find(({ item }) => item.id === orderItemId);
    if (found === undefined)
      throw invalidField(`items.${i}.orderItemId`, "Choose an item of this order.");
    return { ...found, quantity };
  });
  requireNotPaidBack(
    order,
    chosen.map(({ item }) => item),
  );
  const short = chosen.filter(({ units, quantity }) => units < quantity);
  const [first] = short;
  if (first !== undefined)
    throw new ApiFailure(
      "INVALID_TRANSITION",
      `Only ${first.units} of ${nameOf(first.item)} can still be shipped. Reduce the quantity.`,
      {
        status,
        items: short.map(({ item, units, quantity }) => ({
          orderItemId: item.id,
          requested: quantity,
          left: units,
        })),
      },
    );
  return chosen.map(({ item, quantity }) => wanted(item, quantity));
}

function wanted(item: OrderItemRow, quantity: number): WantedUnits {
  return { orderItemId: item.id, variantId: item.variant_id, quantity };
}

/** Returns an order item's display name: "Slip dress (M)". */
export function nameOf(item: Pick<OrderItemRow, "name" | "variant_name">): string {
  return `${item.name} (${item.variant_name})`;
}
