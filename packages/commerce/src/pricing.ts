import type { Minor } from "@vetrina/contract/money";
import { checkDiscount, type Discount, discountAmount } from "./discounts.ts";
import { allocate } from "./shares.ts";
import { shippingPrice, type ShippingRate } from "./shipping.ts";
import { allocateTax, taxOf } from "./tax.ts";

/** A line's unit price in minor units, and its quantity. */
export type PricedLine = { price: Minor; quantity: number };

/** The calculation of a cart. subtotal - discount + shipping + tax = total, always. */
export type Totals = {
  subtotal: Minor;
  discount: Minor;
  shipping: Minor;
  tax: Minor;
  total: Minor;
  /** price * quantity of each line in the order given. They add up to the subtotal. */
  lineTotals: Minor[];
  /** The discount spread over the lines; adds up to the discount. */
  lineDiscounts: Minor[];
  /** The tax spread over the lines; adds up to the tax. */
  lineTaxes: Minor[];
};

/** The largest subtotal that can be priced: far below 2^53 even with tax and shipping added. */
export const maximumSubtotal: Minor = 2 ** 51;

/**
 * Prices a cart. An invalid code takes nothing off; without a rate or lines, shipping is 0; tax is calculated on the
 * discounted subtotal. RangeError for amounts that are not integers in range.
 */
export function priceCart(cart: {
  lines: readonly PricedLine[];
  discount: Discount | null;
  rate: Pick<ShippingRate, "price" | "freeAbove"> | null;
  taxBasisPoints: number;
  now: Date;
}): Totals {
  const { lines, rate, taxBasisPoints, now } = cart;
  const lineTotals = lines.map(lineTotal);
  const subtotal = lineTotals.reduce((sum, total) => sum + total, 0);
  // A sum above 2^53 is no longer exact, but it is certainly above the maximum.
  if (subtotal > maximumSubtotal) throw new RangeError("the subtotal is too large");

  const applies = checkDiscount(cart.discount, { subtotal, now }).ok;
  const code = applies ? cart.discount : null;
  const discount = code ? discountAmount(code, subtotal) : 0;
  const taxable = subtotal - discount;
  const shipping =
    rate && lines.length > 0 ? shippingPrice(rate, taxable, code?.type === "FREE_SHIPPING") : 0;
  const tax = taxOf(taxable, taxBasisPoints);
  const total = taxable + shipping + tax;
  if (!Number.isSafeInteger(total)) throw new RangeError("the total is too large");

  const lineDiscounts = allocate(discount, lineTotals);
  const lineTaxables = lineTotals.map((line, index) => line - (lineDiscounts[index] ?? 0));
  const lineTaxes = allocateTax(tax, lineTaxables);
  return { subtotal, discount, shipping, tax, total, lineTotals, lineDiscounts, lineTaxes };
}

function lineTotal({ price, quantity }: PricedLine): Minor {
  if (!Number.isSafeInteger(price) || price < 0)
    throw new RangeError(`${price} is not a price in minor units`);
  if (!Number.isSafeInteger(quantity) || quantity < 1)
    throw new RangeError(`${quantity} is not a quantity`);
  const total = price * quantity;
  if (total > maximumSubtotal) throw new RangeError("a line is too large");
  return total;
}
