import { rateFor } from "@vetrina/commerce/pricing/free-products";
import { priceCart, shippingOf, type TraceStep } from "@vetrina/commerce/pricing/price-cart";
import { fixedPrice } from "@vetrina/commerce/pricing/shipping-price";
import type { TaxTerms } from "@vetrina/commerce/pricing/tax";
import { type BuyerVatId, taxTermsFor } from "@vetrina/commerce/pricing/tax-terms";
import type { Queryable } from "../../platform/database/sql.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import type { Rate } from "../shipping/rate-rows.ts";
import { readRates } from "../shipping/read-rates.ts";
import { readTaxFacts } from "../taxes/read-tax-terms.ts";
import type { KeptStep } from "./present-trace.ts";

/** The destination of an order. */
export type Place = {
  country: string;
  region?: string | undefined;
  postalCode?: string | undefined;
};

export type DestinationTerms = { rates: Rate[]; tax: TaxTerms };

export async function readDestination(
  reader: Queryable,
  store: StoreRef,
  { country, region = "", postalCode = "" }: Place,
  { vatId, now }: { vatId: BuyerVatId | null; now: Date },
): Promise<DestinationTerms> {
  const destination = { country, region, postalCode };
  const [rates, facts] = await Promise.all([
    readRates(reader, store.id, { country, place: { region, postalCode } }),
    readTaxFacts(reader, store, { places: [destination], classes: null, now }),
  ]);
  return { rates, tax: taxTermsFor({ ...facts, vatId, destination, isPickup: false }) };
}

/** Whether both destinations have the same shipping rates and tax, so that an order costs the same. */
export function isSameDestination(one: DestinationTerms, other: DestinationTerms): boolean {
  const idsOf = ({ rates, tax }: DestinationTerms) =>
    [
      tax.country,
      tax.reverseCharge === null,
      ...rates.map(({ id }) => id),
      ...tax.rates.map(({ id }) => id),
    ].join();
  return idsOf(one) === idsOf(other);
}

/** A priced line of an order. `net`: its amount after discounts. */
export type TaxedLine = {
  net: number;
  quantity: number;
  productId: string;
  weight: number;
  taxClass: string;
};

/** The amounts of an order that depend on its destination. */
export type DestinationPrice = {
  shipping: number;
  tax: number;
  taxIncluded: number;
  shippingTax: number;
  lines: { tax: number; taxIncluded: number }[];
  steps: KeptStep[];
};

/** `keptShipping` is the amount charged for shipping so far if the order keeps its shipping method, else null. */
type Method = { rate: Rate; tax: TaxTerms; keptShipping: number | null };

/**
 * Returns the method's usual price (`regular`) and what the order pays for shipping (`shipping`): the kept amount, or 0
 * with a free-shipping discount, or else the usual price.
 */
export function priceMethod(
  lines: readonly TaxedLine[],
  steps: readonly KeptStep[],
  { rate, tax, keptShipping }: Method,
) {
  // Looks only for a discount, because shippingOf() already applies the subtotal above which shipping is free.
  const isFree = steps.some((step) => step.kind === "DISCOUNT" && step.type === "FREE_SHIPPING");
  const parcel = {
    subtotal: lines.reduce((all, { net }) => all + net, 0),
    weight: lines.reduce((all, { weight, quantity }) => all + weight * quantity, 0),
  };
  const products = new Set(lines.map(({ productId }) => productId));
  const regular = shippingOf(rateFor(rate, products), parcel, tax);
  return { shipping: keptShipping ?? (isFree ? 0 : regular.amount), regular, isFree };
}

/** Calculates the shipping and tax of an order at another destination. Item prices and discounts stay the same. */
export function priceDestination(
  lines: readonly TaxedLine[],
  steps: readonly KeptStep[],
  method: Method,
): DestinationPrice {
  const { tax, keptShipping } = method;
  const { shipping, regular, isFree } = priceMethod(lines, steps, method);
  // Under reverse charge, prices contain no tax and none is added.
  const rates = tax.reverseCharge === null ? tax.rates : [];
  const priced = priceCart({
    lines: lines.map(({ net, taxClass }) => ({ price: net, quantity: 1, taxClass })),
    discounts: [],
    buyer: "none",
    rate: fixedPrice(shipping),
    tax: { ...tax, rates, reverseCharge: null },
    now: new Date(0),
  });
  const shippingStep: TraceStep = {
    kind: "SHIPPING",
    amount: shipping,
    reason: isFree ? "DISCOUNT" : regular.reason,
  };
  const kept = steps.map((step): KeptStep =>
    step.kind === "DISCOUNT" && step.type === "FREE_SHIPPING" && keptShipping === null
      ? { ...step, offShipping: regular.amount }
      : step,
  );
  return {
    shipping,
    tax: priced.tax,
    taxIncluded: priced.taxIncluded,
    shippingTax: priced.shippingTax,
    lines: priced.lines,
    steps: [
      ...kept.filter(({ kind }) => kind === "DISCOUNT"),
      shippingStep,
      ...priced.trace.filter((step) => step.kind === "TAX"),
      ...kept.filter(({ kind }) => kind === "REVERSE_CHARGE"),
    ],
  };
}
