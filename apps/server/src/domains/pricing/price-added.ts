import { type Discount, unconditional, valueFor } from "@vetrina/commerce/pricing/discount";
import { rateFor } from "@vetrina/commerce/pricing/free-products";
import { priceCart, shippingOf, type Totals } from "@vetrina/commerce/pricing/price-cart";
import { fixedPrice, type Parcel } from "@vetrina/commerce/pricing/shipping-price";
import type { TaxTerms } from "@vetrina/commerce/pricing/tax";
import { taxTermsFor } from "@vetrina/commerce/pricing/tax-terms";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import { readCollectionLists } from "../discounts/read-collection-lists.ts";
import { readDiscounts } from "../discounts/read-discounts.ts";
import type { Rate } from "../shipping/rate-rows.ts";
import { readRates } from "../shipping/read-rates.ts";
import { readTaxFacts, withTaxRatesOf } from "../taxes/read-tax-terms.ts";
import type { KeptStep } from "./present-trace.ts";
import { placeOf } from "./price-order.ts";
import type { Line } from "./read-lines.ts";

/** The parts of an order that its prices depend on. */
export type OrderTerms = {
  country: string;
  place: { region?: string | undefined; postalCode?: string | undefined };
  shippingRateId: string | null;
  discountCode: string | null;
  /** The steps of the order's price trace. */
  steps: readonly KeptStep[];
  /** The quantity of each of the order's lines before the change. */
  quantities: readonly number[];
  /** What determined the shipping price before the change. */
  parcel: Parcel;
  /** The order's products before the change. */
  products: readonly string[];
};

/**
 * Prices only the units that are added to an order: at today's prices, with the order's percentage discounts that still
 * exist, the tax at its address, and the additional cost of its shipping method.
 */
export async function priceAdded(
  reader: Queryable,
  store: StoreRef,
  terms: OrderTerms,
  { lines, now }: { lines: readonly Line[]; now: Date },
): Promise<Totals> {
  const { country, place } = terms;
  const { region = "", postalCode = "" } = place;
  const shipped = { country, region, postalCode };
  const classes = sql`select unnest(${lines.map(({ taxClass }) => taxClass)}::text[])`;
  const [rates, ofAddress, { coded, automatic }] = await Promise.all([
    readRates(reader, store.id, { country, place }),
    readTaxFacts(reader, store, { places: [shipped], classes, now }),
    readDiscounts(reader, store.id, terms.discountCode ?? ""),
  ]);
  const rate = rates.find(({ id }) => id === terms.shippingRateId) ?? null;
  const destination = placeOf(rate, shipped, store);
  const places = destination.isPickup ? [destination.destination] : [];
  const facts = await withTaxRatesOf(reader, store, ofAddress, { places, classes });
  const tax = likeBefore(taxTermsFor({ ...facts, vatId: null, ...destination }), terms.steps);
  const kept = percentagesOf([...automatic, ...(coded === null ? [] : [coded])], terms);
  const { discounts, listsOf } = await readCollectionLists(reader, store.id, lines, kept);
  const priced = lines.map((line) => ({
    price: line.priceMinor,
    regularPrice: line.regularPriceMinor,
    saleEndsAt: line.saleEndsAt,
    quantity: line.quantity,
    productId: line.productId,
    collections: listsOf.get(line.productId) ?? [],
    weight: line.weightGrams,
    taxClass: line.taxClass,
  }));
  const cart = { lines: priced, discounts, buyer: "none" as const, tax, now };
  const withoutShipping = priceCart({ ...cart, rate: null });
  const extra = rate === null ? 0 : moreShipping(rate, tax, terms, lines, withoutShipping);
  return extra === 0 ? withoutShipping : priceCart({ ...cart, rate: fixedPrice(extra) });
}

/** Keeps the order's tax treatment, because the store may since have changed whether prices include tax. */
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
 * Returns the order's percentage discounts at the tier that the order reached, without conditions such as a minimum,
 * because the order has already met them. Leaves out fixed amounts, which would apply twice, and Buy X get Y discounts.
 */
function percentagesOf(
  all: readonly Discount[],
  { steps, quantities }: Pick<OrderTerms, "steps" | "quantities">,
): Discount[] {
  const used = new Map(
    steps.flatMap((step) => (step.kind === "DISCOUNT" ? [[step.id, step.shares] as const] : [])),
  );
  return all.flatMap((discount) => {
    const shares = used.get(discount.id);
    if (shares === undefined || discount.type !== "PERCENTAGE" || discount.give !== null) return [];
    const covered = quantities.reduce((sum, n, i) => sum + ((shares[i] ?? 0) > 0 ? n : 0), 0);
    const value = valueFor(discount, covered);
    const { scope, excluded, excludesSales, startsAt, endsAt, active } = discount;
    const kept = { scope, excluded, excludesSales, startsAt, endsAt, active };
    // Marks each discount as combinable, because the order already combined them.
    return [{ ...discount, ...unconditional, ...kept, value, combines: true }];
  });
}

/** Returns how much more the shipping method costs with the added units; 0 if a discount made the shipping free. */
function moreShipping(
  rate: Rate,
  tax: TaxTerms,
  { parcel, products, steps }: OrderTerms,
  lines: readonly Line[],
  { parcel: added }: Totals,
): number {
  if (steps.some((step) => step.kind === "DISCOUNT" && step.type === "FREE_SHIPPING")) return 0;
  const all = {
    subtotal: parcel.subtotal + added.subtotal,
    weight: parcel.weight + added.weight,
  };
  // Calculated without reverse charge, because priceCart removes the included tax later.
  const terms = { ...tax, reverseCharge: null };
  const before = rateFor(rate, new Set(products));
  const after = rateFor(rate, new Set([...products, ...lines.map(({ productId }) => productId)]));
  const costs = shippingOf(after, all, terms).amount;
  return Math.max(0, costs - shippingOf(before, parcel, terms).amount);
}
