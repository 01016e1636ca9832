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
 * How much more the cart needs for free shipping. The subtotal must exceed the threshold, so this is 1 minor unit if
 * they are equal. null if shipping is already free, or if no subtotal makes it free.
 */
export function remainingForFree(rate: RatePrice, parcel: Parcel): Minor | null {
  if (rate.freeAbove === null || priceShipping(rate, parcel).amount === 0) return null;
  return rate.freeAbove - parcel.subtotal + 1;
}
