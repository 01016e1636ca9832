import type { Minor } from "@vetrina/contract/money";

/** How the price of a shipping rate is determined. docs/architecture/pricing.md has the rules. */
export type RatePrice = {
  price: Minor;
  /** Shipping is free if the discounted subtotal is greater than this; null: the subtotal never makes it free. */
  freeAbove: Minor | null;
  /**
   * Prices by weight in grams or by discounted subtotal, in ascending order from 0. If missing or null, `price`
   * applies.
   */
  steps?: { by: "WEIGHT" | "SUBTOTAL"; prices: readonly { from: number; price: Minor }[] } | null;
  /** Whether all lines are of products that ship free, as decided by rateFor. */
  isFreeForProducts: boolean;
};

/** A price of shipping that doesn't come from one of the store's rates. */
export function fixedPrice(price: Minor): RatePrice {
  return { price, freeAbove: null, isFreeForProducts: false };
}

/** The data that the price of shipping depends on. `weight` is the weight of all units, in grams. */
export type Parcel = { subtotal: Minor; weight: number };

export type ShippingReason = "THRESHOLD" | "PRODUCTS" | "WEIGHT" | "SUBTOTAL" | "PRICE";

/** The price of shipping before discounts on shipping, and the rule that determined it. */
export function priceShipping(
  rate: RatePrice,
  { subtotal, weight }: Parcel,
): { amount: Minor; reason: ShippingReason } {
  const { price, freeAbove, steps, isFreeForProducts } = rate;
  if (freeAbove !== null && subtotal > freeAbove) return { amount: 0, reason: "THRESHOLD" };
  if (isFreeForProducts) return { amount: 0, reason: "PRODUCTS" };
  if (!steps) return { amount: price, reason: "PRICE" };
  const measured = steps.by === "WEIGHT" ? weight : subtotal;
  const step = steps.prices.findLast(({ from }) => from <= measured);
  return { amount: step?.price ?? price, reason: steps.by };
}

/**
 * How much more must be added to the cart for free shipping, at the items' prices. The subtotal must exceed the
 * threshold, so this is 1 minor unit if they are equal. null if shipping is already free, or if nothing makes it free.
 * `percentages`: those of the discounts applied, in basis points. They reduce what is added, too.
 */
export function remainingForFree(
  rate: RatePrice,
  parcel: Parcel,
  percentages: readonly number[] = [],
): Minor | null {
  if (rate.freeAbove === null || priceShipping(rate, parcel).amount === 0) return null;
  const kept = percentages.reduce((part, points) => part * (1 - points / 10_000), 1);
  if (kept <= 0) return null;
  // Each discount is rounded, which may take off one minor unit more.
  return Math.ceil((rate.freeAbove - parcel.subtotal + 1 + percentages.length) / kept);
}
