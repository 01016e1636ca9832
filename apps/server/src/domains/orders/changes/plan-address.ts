import type { BuyerVatId } from "@vetrina/commerce/pricing/tax-terms";
import type { Address } from "@vetrina/contract/common";
import type { Context, Transaction } from "../../../platform/context.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import { type ChangePlan, usesOf } from "../../order-records/open-change.ts";
import { readShippingRateId } from "../../order-records/order-rows.ts";
import { type OrderItemRow, type OrderRow, statusOf } from "../../order-records/present-order.ts";
import {
  type DestinationPrice,
  type DestinationTerms,
  isSameDestination,
  priceDestination,
  readDestination,
} from "../../pricing/price-destination.ts";
import { readLines } from "../../pricing/read-lines.ts";
import { requireAddress, withStateCode } from "../../pricing/require-address.ts";
import { readShippingTaken } from "../../refunds/refund-rows.ts";
import type { Rate } from "../../shipping/rate-rows.ts";

/** Whether shipping or tax differ at the new address. An order that is picked up is taxed at its location. */
export async function isElsewhere(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  to: Address,
): Promise<boolean> {
  const from = order.shipping_address;
  if (order.pickup !== null) return false;
  if (from !== null && isSamePlace(from, to)) return false;
  const [before, after] = await destinationsOf(tx, ctx, order, to);
  return !isSameDestination(before, after);
}

function isSamePlace(one: Address, other: Address): boolean {
  return placeOf(one) === placeOf(other);
}

function placeOf({ country, region = "", postalCode = "" }: Address): string {
  return [country, region, postalCode].join("\n").toLowerCase();
}

/**
 * The order at an address with different shipping or tax. Its prices and discounts stay. Throws
 * INVALID_TRANSITION once something was shipped or refunded, or if reverse charge begins or ends;
 * SHIPPING_UNAVAILABLE.
 */
export async function planAddress(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  items: readonly OrderItemRow[],
  { address, shippingRateId }: { address: Address; shippingRateId: string | undefined },
): Promise<ChangePlan> {
  await requireUntouched(tx, order, items);
  withStateCode(address, "shippingAddress");
  await requireAddress(tx, ctx.store, address);
  const [before, { rates, tax }] = await destinationsOf(tx, ctx, order, address);
  const steps = order.price_trace ?? [];
  const isReversed = steps.some(({ kind }) => kind === "REVERSE_CHARGE");
  if (isReversed !== (tax.reverseCharge !== null))
    throw refusal(
      order,
      "The buyer's VAT id applies at only one of the two addresses. Cancel the order and place it again.",
    );
  const ownRateId = await readShippingRateId(tx, order.id);
  const rate = methodOf(rates, shippingRateId, ownRateId, address);
  const taxed = steps.find((step) => step.kind === "TAX");
  const price = priceDestination(await taxedLines(tx, items), steps, {
    rate,
    tax: { ...tax, isIncluded: taxed?.isIncluded ?? before.tax.isIncluded },
    keptShipping: rate.id === ownRateId ? order.shipping_minor : null,
  });
  return {
    items: items.map((item, i) => ({
      ...item,
      tax_minor: price.lines[i]?.tax ?? 0,
      tax_included_minor: price.lines[i]?.taxIncluded ?? 0,
    })),
    order: columnsOf(order, price, rate),
    uses: usesOf(steps, price.steps),
    added: [],
    removed: [],
    lines: [],
  };
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
    "Shipping and tax are different at this address, and a part of the order was already shipped or refunded. Keep the country and region.",
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

/** Shipping and tax at the order's present address and at the new one, both at today's prices. */
async function destinationsOf(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  to: Address,
): Promise<[DestinationTerms, DestinationTerms]> {
  const { store } = ctx;
  const of = { vatId: vatIdOf(order), now: ctx.now() };
  const from = order.shipping_address ?? { country: store.country };
  return [await readDestination(tx, store, from, of), await readDestination(tx, store, to, of)];
}

/** Greek VAT ids begin with EL. */
function vatIdOf({ vat_id: vatId, price_trace: steps }: OrderRow): BuyerVatId | null {
  if (vatId === null) return null;
  const prefix = vatId.slice(0, 2);
  const reversed = steps?.find((step) => step.kind === "REVERSE_CHARGE");
  const isVerified = reversed?.isVerified ?? false;
  return { vatId, country: prefix === "EL" ? "GR" : prefix, isVerified };
}

/** Pickup is never chosen for the buyer. */
function methodOf(
  rates: readonly Rate[],
  sent: string | undefined,
  own: string | null,
  { country }: Address,
): Rate {
  const shipped = rates.filter(({ pickup }) => pickup === null);
  const rate =
    sent === undefined
      ? (shipped.find(({ id }) => id === own) ?? shipped[0])
      : shipped.find(({ id }) => id === sent);
  if (rate !== undefined) return rate;
  throw new ApiFailure(
    "SHIPPING_UNAVAILABLE",
    sent === undefined
      ? "No shipping method is available for this address. Add one, or keep the address."
      : "This shipping method isn't available for the address. Choose another.",
    { country },
  );
}

async function taxedLines(tx: Transaction, items: readonly OrderItemRow[]) {
  const { lines } = await readLines(
    tx,
    tx.storeId,
    items.map((item) => ({ variantId: item.variant_id, quantity: 1 })),
  );
  return items.map((item) => {
    const line = lines.find(({ variantId }) => variantId === item.variant_id);
    return {
      net: item.total_minor - item.discount_minor,
      quantity: item.quantity,
      productId: item.product_id,
      weight: line?.weightGrams ?? 0,
      taxClass: line?.taxClass ?? "",
    };
  });
}

function columnsOf(order: OrderRow, price: DestinationPrice, rate: Rate): ChangePlan["order"] {
  const { subtotal_minor: subtotal, discount_minor: discount } = order;
  return {
    subtotal_minor: subtotal,
    discount_minor: discount,
    shipping_minor: price.shipping,
    tax_minor: price.tax,
    tax_included_minor: price.taxIncluded,
    shipping_tax_minor: price.shippingTax,
    total_minor: subtotal - discount + price.shipping + price.tax,
    price_trace: order.price_trace === null ? null : price.steps,
    shipping_rate_id: rate.id,
    shipping_method: rate.name,
    pickup: null,
  };
}
