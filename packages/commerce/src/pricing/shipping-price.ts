import type { Minor } from "@vetrina/contract/money";

/** How a rate's price is determined. The rules are in docs/architecture/pricing.md. */
export type RatePrice = {
  price: Minor;
  /** Free if the discounted subtotal is greater; null: never because of the subtotal. */
  freeAbove: Minor | null;
  /** Prices by weight in grams or by discounted subtotal, in ascending order from 0. Absent or null: `price`. */
  steps?: { by: "WEIGHT" | "SUBTOTAL"; prices: readonly { from: number; price: Minor }[] } | null;
  /** Whether all lines are of products that ship free (rateFor). */
  isFreeForProducts: boolean;
};

/** The price of shipping that is not by one of the store's rates. */
export function fixedPrice(price: Minor): RatePrice {
  return { price, freeAbove: null, isFreeForProducts: false };
}

/** What the price of shipping depends on. Weight in grams, of all units. */
export type Parcel = { subtotal: Minor; weight: number };

export type ShippingReason = "THRESHOLD" | "PRODUCTS" | "WEIGHT" | "SUBTOTAL" | "PRICE";

/** The price of shipping without discounts on it, and the rule that set it. */
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

/** The amount the cart lacks for free shipping, 1 minor unit at the threshold; null if free or never free. */
export function remainingForFree(rate: RatePrice, parcel: Parcel): Minor | null {
  if (rate.freeAbove === null || priceShipping(rate, parcel).amount === 0) return null;
  return rate.freeAbove - parcel.subtotal + 1;
}
