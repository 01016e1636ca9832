import { checkDiscount, type Discount, type DiscountCheck } from "@vetrina/commerce/discounts";
import { priceCart, type Totals } from "@vetrina/commerce/pricing";
import type { ShippingRate } from "@vetrina/commerce/shipping";
import type { CartLineInput } from "@vetrina/contract/shipping";
import type { Queryable } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import { findDiscount } from "../discounts/find-discount.ts";
import { readRates } from "../shipping/read-rates.ts";
import { type Lines, readLines } from "./read-lines.ts";

export type PriceRequest = {
  items: readonly CartLineInput[];
  /** null if unknown; the store's home country is assumed. */
  country: string | null;
  shippingRateId: string | undefined;
  discountCode: string | undefined;
};

export type PricedOrder = Lines & {
  totals: Totals;
  rates: ShippingRate[];
  /** null if the store does not ship to the country. */
  rate: ShippingRate | null;
  discount: (Discount & { id: string }) | null;
  /** null: no code was sent. */
  discountCheck: DiscountCheck | null;
  country: string;
};

/**
 * Computes every amount to pay: the cart, checkout, order and payment all show and charge it. Prices come from the
 * store's rows, never from the caller. Throws SHIPPING_UNAVAILABLE for another country's rate.
 */
export async function priceOrder(
  reader: Queryable,
  store: StoreRef,
  request: PriceRequest,
  now: Date,
): Promise<PricedOrder> {
  const country = request.country ?? store.country;
  const code = request.discountCode?.trim() ?? "";
  const [{ lines, missing }, rates, discount] = await Promise.all([
    readLines(reader, store.id, request.items),
    readRates(reader, store.id, country),
    code === "" ? null : findDiscount(reader, store.id, code),
  ]);
  const rate = chooseRate(rates, request.shippingRateId);
  const priced = lines.map((line) => ({ price: line.priceMinor, quantity: line.quantity }));
  const totals = priceCart({
    lines: priced,
    discount,
    rate,
    taxBasisPoints: store.taxBasisPoints,
    now,
  });
  return {
    lines,
    missing,
    totals,
    rates,
    rate,
    discount,
    discountCheck: code === "" ? null : checkDiscount(discount, { subtotal: totals.subtotal, now }),
    country,
  };
}

function chooseRate(rates: readonly ShippingRate[], id: string | undefined): ShippingRate | null {
  if (id === undefined) return rates[0] ?? null;
  const chosen = rates.find((rate) => rate.id === id);
  if (chosen === undefined)
    throw new ApiFailure(
      "SHIPPING_UNAVAILABLE",
      "This shipping method isn't available for the address. Choose another.",
    );
  return chosen;
}
