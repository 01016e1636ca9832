import { deliveryWindow, isoDayIn } from "@vetrina/commerce/shipping/shipping";
import type { BuyerVatId } from "@vetrina/commerce/pricing/tax-terms";
import type { Context, Transaction } from "../../platform/context.ts";
import { ApiFailure } from "../../platform/errors.ts";
import {
  type DestinationPrice,
  type DestinationTerms,
  type Place,
  priceDestination,
  priceMethod,
  readDestination,
} from "../pricing/price-destination.ts";
import { readLines } from "../pricing/read-lines.ts";
import type { Rate } from "../shipping/rate-rows.ts";
import { type ChangePlan, usesOf } from "./open-change.ts";
import { readShippingRateId } from "./order-rows.ts";
import type { OrderItemRow, OrderRow } from "./present-order.ts";

/** What an order costs at another destination, and when it arrives there. */
export type DestinationPlan = {
  plan: ChangePlan;
  rate: Rate;
  /** The shipping methods for the destination, with the price of each. */
  methods: { rate: Rate; shipping: number }[];
  delivery: { from: string; to: string };
};

/** Reads shipping rates and tax at the order's current address and at the new one, both as of today. */
export async function destinationsOf(
  tx: Transaction,
  { store, now }: Pick<Context, "store" | "now">,
  order: OrderRow,
  to: Place,
): Promise<[DestinationTerms, DestinationTerms]> {
  const of = { vatId: vatIdOf(order), now: now() };
  const from = order.shipping_address ?? { country: store.country };
  return [await readDestination(tx, store, from, of), await readDestination(tx, store, to, of)];
}

/** Whether reverse charge applies either to the order as it was priced or at the new address, but not to both. */
export function changesReverseCharge(
  { price_trace: steps }: OrderRow,
  [, there]: readonly [DestinationTerms, DestinationTerms],
): boolean {
  const wasReversed = (steps ?? []).some(({ kind }) => kind === "REVERSE_CHARGE");
  return wasReversed !== (there.tax.reverseCharge !== null);
}

/**
 * Calculates an order's shipping and tax at another destination; item prices and discounts stay the same. Throws
 * SHIPPING_UNAVAILABLE, and VALIDATION_FAILED if reverse charge would begin or end, because that changes prices that
 * include tax.
 */
export async function planDestination(
  tx: Transaction,
  ctx: Pick<Context, "store" | "now">,
  order: OrderRow,
  items: readonly OrderItemRow[],
  {
    to,
    shippingRateId,
    terms,
  }: {
    to: Place;
    shippingRateId: string | undefined;
    /** The terms of the current destination and of the new one (destinationsOf()). */
    terms: readonly [DestinationTerms, DestinationTerms];
  },
): Promise<DestinationPlan> {
  if (changesReverseCharge(order, terms)) {
    const message =
      "With this VAT ID, the new address is taxed differently. Enter the address at checkout instead.";
    throw new ApiFailure("VALIDATION_FAILED", message, [{ path: "vatId", message }]);
  }
  const [before, { rates, tax }] = terms;
  const steps = order.price_trace ?? [];
  const ownRateId = await readShippingRateId(tx, order.id);
  // The order is sent to the destination, so pickups are left out.
  const shipped = rates.filter(({ pickup }) => pickup === null);
  const rate = methodOf(shipped, shippingRateId, ownRateId, to);
  const taxed = steps.find((step) => step.kind === "TAX");
  const lines = await taxedLines(tx, items);
  const methodWith = (method: Rate) => ({
    rate: method,
    tax: { ...tax, isIncluded: taxed?.isIncluded ?? before.tax.isIncluded },
    keptShipping: method.id === ownRateId ? order.shipping_minor : null,
  });
  const price = priceDestination(lines, steps, methodWith(rate));
  const ownRate = [...before.rates, ...rates].find(({ id }) => id === ownRateId);
  return {
    plan: {
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
    },
    rate,
    methods: shipped.map((method) => ({
      rate: method,
      shipping: priceMethod(lines, steps, methodWith(method)).shipping,
    })),
    delivery: deliveryOf(ctx, order, ownRate, rate),
  };
}

/** Returns the order's VAT ID with its country. Greek VAT IDs begin with EL. */
function vatIdOf({ vat_id: vatId, price_trace: steps }: OrderRow): BuyerVatId | null {
  if (vatId === null) return null;
  const prefix = vatId.slice(0, 2);
  const reversed = steps?.find((step) => step.kind === "REVERSE_CHARGE");
  const isVerified = reversed?.isVerified ?? false;
  return { vatId, country: prefix === "EL" ? "GR" : prefix, isVerified };
}

function methodOf(
  shipped: readonly Rate[],
  sent: string | undefined,
  own: string | null,
  { country }: Place,
): Rate {
  const rate =
    sent === undefined
      ? (shipped.find(({ id }) => id === own) ?? shipped[0])
      : shipped.find(({ id }) => id === sent);
  if (rate !== undefined) return rate;
  throw new ApiFailure(
    "SHIPPING_UNAVAILABLE",
    sent === undefined
      ? "No shipping method is available for this address. Use another address."
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

/**
 * Returns the new method's delivery window. If back-ordered units delayed the old window, delays the new one as much.
 */
function deliveryOf(
  { store }: Pick<Context, "store">,
  { created_at: placedAt, deliver_from: from }: OrderRow,
  own: Rate | undefined,
  rate: Rate,
): { from: string; to: string } {
  const undelayed = own && deliveryWindow(placedAt, own, store).from;
  const delay = from === null || !undelayed ? 0 : Date.parse(from) - Date.parse(undelayed);
  const readyOn =
    delay <= 0 ? null : isoDayIn(new Date(placedAt.getTime() + delay), store.timeZone);
  return deliveryWindow(placedAt, rate, store, readyOn);
}
