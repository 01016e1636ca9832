import type { PriceChange } from "@vetrina/contract/catalogue/bulk-changes";
import type { Minor } from "@vetrina/contract/money";
import { maxMinor, roundHalfUp, toMinor } from "../money.ts";

export type Prices = { price: Minor; regularPrice: Minor | null };
/** Why a price is left unchanged. */
export type PriceRefusal =
  | "UNCHANGED"
  | "NOT_REDUCED"
  | "BELOW_ZERO"
  | "TOO_LARGE"
  | "NOT_BELOW_REGULAR";

/**
 * A variant's prices (minor units) after a change, or why they are left unchanged. Throws RangeError if an amount in
 * the change has more decimals than the currency.
 */
export function changePrices(
  before: Prices,
  change: PriceChange,
  currency: string,
): Prices | PriceRefusal {
  if (change.endSale === true) return endSale(before);
  const price = newPrice(before.price, change, currency);
  if (price < 0) return "BELOW_ZERO";
  const regularPrice = newRegularPrice(before, change.regularPrice ?? "KEEP", currency);
  if (price > maxMinor || (regularPrice ?? 0) > maxMinor) return "TOO_LARGE";
  if (regularPrice !== null && regularPrice <= price) return "NOT_BELOW_REGULAR";
  if (price === before.price && regularPrice === before.regularPrice) return "UNCHANGED";
  return { price, regularPrice };
}

function endSale({ regularPrice }: Prices): Prices | PriceRefusal {
  return regularPrice === null ? "NOT_REDUCED" : { price: regularPrice, regularPrice: null };
}

function newPrice(price: Minor, { set, add, percent, rounding }: PriceChange, currency: string) {
  if (set !== undefined) return toMinor(set, currency);
  const points = Math.round((percent ?? 0) * 100);
  const exact =
    add === undefined
      ? roundHalfUp(price * (10_000 + points), 10_000)
      : price + toMinor(add, currency);
  return rounding === undefined || exact < 0 ? exact : roundPrice(exact, rounding, currency);
}

function newRegularPrice(
  { price, regularPrice }: Prices,
  change: NonNullable<PriceChange["regularPrice"]>,
  currency: string,
): Minor | null {
  switch (change) {
    case "KEEP":
      return regularPrice;
    case "OLD_PRICE":
      return regularPrice ?? price;
    case "NONE":
      return null;
    default:
      return toMinor(change, currency);
  }
}

/**
 * Rounds a price of 0 or more to one with the given ending: the nearest (on a tie, the higher one), the next above or
 * the next below. With DOWN, the result is negative if no price from 0 to the given one has the ending.
 */
export function roundPrice(
  price: Minor,
  { ending, step = 1, direction = "NEAREST" }: NonNullable<PriceChange["rounding"]>,
  currency: string,
): Minor {
  const apart = toMinor(step, currency);
  const last = toMinor(ending, currency);
  const lower = Math.floor((price - last) / apart) * apart + last;
  if (lower === price || direction === "DOWN") return lower;
  const upper = lower + apart;
  if (direction === "UP" || lower < 0) return upper;
  return price - lower < upper - price ? lower : upper;
}
