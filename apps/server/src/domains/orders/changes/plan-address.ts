import type { Address } from "@vetrina/contract/common";
import type { Context, Transaction } from "../../../platform/context.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import type { ChangePlan } from "../../order-records/open-change.ts";
import {
  changesReverseCharge,
  destinationsOf,
  planDestination,
} from "../../order-records/plan-destination.ts";
import { type OrderItemRow, type OrderRow, statusOf } from "../../order-records/present-order.ts";
import { isSameDestination } from "../../pricing/price-destination.ts";
import { requireAddress, normalizeAddress } from "../../pricing/require-address.ts";
import { readShippingTaken } from "../../refunds/refund-rows.ts";

/**
 * Whether shipping or tax differ at the new address. Always false for pickup orders, which are taxed at the pickup
 * location.
 */
export async function isElsewhere(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  to: Address,
): Promise<boolean> {
  const from = order.shipping_address;
  if (order.pickup !== null) return false;
  // The order has no address to compare with. An express order was priced for a destination that only its payment
  // stores.
  if (from === null && (order.paid_at === null || order.is_express)) return true;
  if (from !== null && isSamePlace(from, to)) return false;
  const [before, after] = await destinationsOf(tx, ctx, order, to);
  return !isSameDestination(before, after);
}

/**
 * Throws VALIDATION_FAILED if a new address lacks a part that shipping or tax depends on. For example, an address
 * without a postal code could get the price of another area. Pickup orders are not checked.
 */
export async function requireCompletePlace(
  tx: Transaction,
  ctx: Context,
  { pickup, shipping_address: from }: OrderRow,
  to: Address,
): Promise<void> {
  if (pickup !== null || (from !== null && isSamePlace(from, to))) return;
  await requireAddress(tx, ctx.store, normalizeAddress(to, "shippingAddress"));
}

function isSamePlace(one: Address, other: Address): boolean {
  return placeOf(one) === placeOf(other);
}

function placeOf({ country, region = "", postalCode = "" }: Address): string {
  return [country, region, postalCode].join("\n").toLowerCase();
}

/**
 * Plans the change to an address with different shipping or tax. Item prices and discounts stay the same. Throws
 * SHIPPING_UNAVAILABLE, and INVALID_TRANSITION if a part was shipped or refunded or if reverse charge would begin or
 * end.
 */
export async function planAddress(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  items: readonly OrderItemRow[],
  { address, shippingRateId }: { address: Address; shippingRateId: string | undefined },
): Promise<ChangePlan> {
  await requireUntouched(tx, order, items);
  await requireAddress(tx, ctx.store, normalizeAddress(address, "shippingAddress"));
  const terms = await destinationsOf(tx, ctx, order, address);
  if (changesReverseCharge(order, terms))
    throw refusal(
      order,
      "With the buyer's VAT ID, the new address is taxed differently. Cancel the order and place it again.",
    );
  const to = { to: address, shippingRateId, terms };
  return (await planDestination(tx, ctx, order, items, to)).plan;
}

async function requireUntouched(
  tx: Transaction,
  order: OrderRow,
  items: readonly OrderItemRow[],
): Promise<void> {
  const shipping = await readShippingTaken(tx, order.id);
  const isRefunded =
    shipping.amountMinor > 0 ||
    items.some((item) => item.refunded_quantity > 0 || item.refunded_minor > 0);
  if (order.fulfillment_state === "unfulfilled" && !isRefunded) return;
  throw refusal(
    order,
    "Shipping or tax may be different at this address, and part of the order has already been shipped or refunded. Keep the country and region.",
  );
}

function refusal(order: OrderRow, message: string): ApiFailure {
  const { country, region = null } = order.shipping_address ?? {};
  return new ApiFailure("INVALID_TRANSITION", message, {
    status: statusOf(order),
    country: country ?? null,
    region,
  });
}
