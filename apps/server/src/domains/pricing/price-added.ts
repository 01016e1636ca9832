import { type Discount, unconditional } from "@vetrina/commerce/pricing/discount";
import { priceCart, shippingOf, type Totals } from "@vetrina/commerce/pricing/price-cart";
import type { TaxTerms } from "@vetrina/commerce/pricing/tax";
import { taxTermsFor } from "@vetrina/commerce/pricing/tax-terms";
import type { Queryable } from "../../platform/database/sql.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import { readDiscounts } from "../discounts/read-discounts.ts";
import type { Rate } from "../shipping/rate-rows.ts";
import { readRates } from "../shipping/read-rates.ts";
import { readTaxFacts } from "../taxes/read-tax-terms.ts";
import type { KeptStep } from "./present-trace.ts";
import { placeOf } from "./price-order.ts";
import type { Line } from "./read-lines.ts";
import { readNamedCollections } from "./read-named-collections.ts";

/** What an order's prices depend on. */
export type OrderTerms = {
  country: string;
  place: { region?: string | undefined; postalCode?: string | undefined };
  shippingRateId: string | null;
  discountCode: string | null;
  /** How it was calculated. */
  steps: readonly KeptStep[];
  /** Its products before the change, for the price of shipping. */
  parcel: { subtotal: number; weight: number; products: readonly string[] };
};

/**
 * Prices units that are added to an order, on their own: at today's prices, with the percentages that the order uses and
 * that still apply, with the tax of its address, and what shipping costs more for them by its method.
 */
export async function priceAdded(
  reader: Queryable,
  store: StoreRef,
  terms: OrderTerms,
  { lines, now }: { lines: readonly Line[]; now: Date },
): Promise<Totals> {
  const { country, place } = terms;
  const [rates, facts, { coded, automatic }] = await Promise.all([
    readRates(reader, store.id, { country, place }),
    readTaxFacts(reader, store, { country, now }),
    readDiscounts(reader, store.id, terms.discountCode ?? ""),
  ]);
  const rate = rates.find(({ id }) => id === terms.shippingRateId) ?? null;
  const { region = "", postalCode = "" } = place;
  const destination = placeOf(rate, { country, region, postalCode }, store);
  const tax = likeBefore(taxTermsFor({ ...facts, vatId: null, ...destination }), terms.steps);
  const discounts = percentagesOf([...automatic, ...(coded === null ? [] : [coded])], terms.steps);
  const collections = await readNamedCollections(reader, store.id, [...lines], discounts);
  const priced = lines.map((line) => ({
    price: line.priceMinor,
    regularPrice: line.regularPriceMinor,
    saleEndsAt: line.saleEndsAt,
    quantity: line.quantity,
    productId: line.productId,
    collections: collections.get(line.productId) ?? [],
    weight: line.weightGrams,
    taxClass: line.taxClass,
  }));
  const cart = { lines: priced, discounts, buyer: "none" as const, tax, now };
  const withoutShipping = priceCart({ ...cart, rate: null });
  const extra = rate === null ? 0 : moreShipping(rate, tax, terms, withoutShipping);
  return extra === 0
    ? withoutShipping
    : priceCart({ ...cart, rate: { price: extra, freeAbove: null } });
}

/** As the order was taxed: a store may have changed since whether its prices include tax. */
function likeBefore(tax: TaxTerms, steps: readonly KeptStep[]): TaxTerms {
  const taxed = steps.find((step) => step.kind === "TAX");
  const reversed = steps.find((step) => step.kind === "REVERSE_CHARGE");
  return {
    ...tax,
    isIncluded: taxed?.isIncluded ?? tax.isIncluded,
    reverseCharge: reversed === undefined ? null : { isVerified: reversed.isVerified },
  };
}

/**
 * The order met the conditions of the discounts that it uses, so they apply to what it adds if they cover it. An amount is not
 * taken off again.
 */
function percentagesOf(all: readonly Discount[], steps: readonly KeptStep[]): Discount[] {
  const used = new Set(steps.flatMap((step) => (step.kind === "DISCOUNT" ? [step.id] : [])));
  return all.flatMap((discount) => {
    if (!used.has(discount.id) || discount.type !== "PERCENTAGE") return [];
    const { scope, excluded, excludesSales, startsAt, endsAt, active } = discount;
    const kept = { scope, excluded, excludesSales, startsAt, endsAt, active };
    // Discounts that the order combines are combined again.
    return [{ ...discount, ...unconditional, ...kept, combines: true }];
  });
}

/** What the method costs more with the added units. An order whose shipping a discount made free pays none. */
function moreShipping(
  rate: Rate,
  tax: TaxTerms,
  { parcel, steps }: OrderTerms,
  { parcel: added }: Totals,
): number {
  if (steps.some((step) => step.kind === "SHIPPING" && step.reason === "DISCOUNT")) return 0;
  const all = {
    subtotal: parcel.subtotal + added.subtotal,
    weight: parcel.weight + added.weight,
    products: [...parcel.products, ...added.products],
  };
  // Under reverse charge priceCart takes the included tax off.
  const terms = { ...tax, reverseCharge: null };
  return Math.max(0, shippingOf(rate, all, terms).amount - shippingOf(rate, parcel, terms).amount);
}
