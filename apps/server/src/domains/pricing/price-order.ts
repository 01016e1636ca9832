import type { Discount, DiscountCheck } from "@vetrina/commerce/pricing/discount";
import { priceCart, type Totals } from "@vetrina/commerce/pricing/price-cart";
import type { TaxTerms } from "@vetrina/commerce/pricing/tax";
import type { BuyerVatId } from "@vetrina/commerce/pricing/tax-terms";
import type { CartLineInput } from "@vetrina/contract/shipping";
import type { Queryable } from "../../platform/database/sql.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import { type BuyerIds, readBuyer, readDiscounts } from "../discounts/read-discounts.ts";
import type { Rate } from "../shipping/rate-rows.ts";
import { type Destination, readRates } from "../shipping/read-rates.ts";
import { readTaxTerms } from "../taxes/read-tax-terms.ts";
import { type Lines, readLines } from "./read-lines.ts";

export type PriceRequest = {
  items: readonly CartLineInput[];
  /** null if unknown; the store's home country is assumed. */
  country: string | null;
  /** The rest of the destination; null: only the country is known. */
  place: Destination["place"];
  shippingRateId: string | undefined;
  discountCode: string | undefined;
  vatId: BuyerVatId | null;
  /** The buyer, as far as known. */
  buyer: BuyerIds;
  /** An order is being placed: a customer who is unknown now stays unknown. */
  isOrder: boolean;
};

export type PricedOrder = Lines & {
  totals: Totals;
  tax: TaxTerms;
  vatId: BuyerVatId | null;
  rates: Rate[];
  /** null if the store does not ship to the country. */
  rate: Rate | null;
  /** The rate sent is not one of them: it was deleted, or is for another destination. */
  isOtherRate: boolean;
  /** The code sent; null: none was. */
  code: SentCode | null;
  country: string;
};

/** `discount` is null if there is none with the code. */
export type SentCode = { code: string; discount: Discount | null; check: DiscountCheck };

/**
 * Computes every amount to pay: the cart, checkout, order and payment all show and charge it. Prices come from the
 * store's rows, never from the caller.
 */
export async function priceOrder(
  reader: Queryable,
  store: StoreRef,
  request: PriceRequest,
  now: Date,
): Promise<PricedOrder> {
  const country = request.country ?? store.country;
  const code = request.discountCode?.trim() ?? "";
  const { region = "", postalCode = "" } = request.place ?? {};
  const [{ lines, missing }, rates, { coded, automatic }, tax] = await Promise.all([
    readLines(reader, store.id, request.items),
    readRates(reader, store.id, { country, place: request.place }),
    readDiscounts(reader, store.id, code),
    readTaxTerms(reader, store, {
      destination: { country, region, postalCode },
      vatId: request.vatId,
      now,
    }),
  ]);
  const discounts = [...automatic, ...(coded === null ? [] : [coded])];
  const buyer = await readBuyer(reader, store.id, request.buyer, discounts);
  const chosen = rates.find(({ id }) => id === request.shippingRateId);
  // Pickup is never preselected: the shopper has to choose it.
  const rate = chosen ?? rates.find(({ pickup }) => pickup === null) ?? rates[0] ?? null;
  const totals = priceCart({
    lines: lines.map((line) => ({
      price: line.priceMinor,
      regularPrice: line.regularPriceMinor,
      saleEndsAt: line.saleEndsAt,
      quantity: line.quantity,
      productId: line.productId,
      collections: line.collections,
      weight: line.weightGrams,
      taxClass: line.taxClass,
    })),
    discounts,
    buyer: buyer ?? (request.isOrder ? "none" : "unknown"),
    rate,
    tax,
    now,
  });
  return {
    lines,
    missing,
    totals,
    tax,
    vatId: request.vatId,
    rates,
    rate,
    isOtherRate: request.shippingRateId !== undefined && chosen === undefined,
    code: code === "" ? null : sentCode(code, coded, totals),
    country,
  };
}

function sentCode(code: string, discount: Discount | null, { checks }: Totals): SentCode {
  const check = discount && checks.get(discount.id);
  return {
    code: discount?.code ?? code.toUpperCase(),
    discount,
    check: check ?? { ok: false, reason: "unknown" },
  };
}
