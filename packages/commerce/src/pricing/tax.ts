import type { Minor } from "@vetrina/contract/money";
import { fractionOf, partOf } from "./shares.ts";

/** A store's tax rate for a country, or for a part of a country. */
export type TaxRate = {
  id: string;
  name: string;
  /** Empty for all countries that have no rate of their own. */
  country: string;
  /** A state or province; empty for the whole country. */
  region: string;
  /** The region as folded by stateKey(); null or missing: not folded yet. */
  regionKey?: string | null;
  /** The first and the last postal code of the range, both of the same length. Empty: all postal codes. */
  postalFrom: string;
  postalTo: string;
  /** Empty for the standard class. */
  taxClass: string;
  basisPoints: number;
  /** The first day on which the rate is in force, as an ISO date; null: always. */
  startsOn: string | null;
};

/** How a cart is taxed. */
export type TaxTerms = {
  /** Whether prices include tax, so that none is added. */
  isIncluded: boolean;
  isShippingTaxed: boolean;
  /**
   * Set under reverse charge, where the company that buys owes the tax. `isVerified` means that a register has
   * confirmed its VAT ID. null: no reverse charge.
   */
  reverseCharge: { isVerified: boolean } | null;
  /** The country in which the cart is taxed. */
  country: string;
  /** The rates in force at the place where the cart is taxed. */
  rates: readonly TaxRate[];
};

/** The tax rate that applies to a line or to shipping. */
export type AppliedRate = Pick<TaxRate, "id" | "name" | "region" | "basisPoints">;

/** Caches, for each list of rates, the rate found for each tax class. */
const known = new WeakMap<TaxTerms["rates"], Map<string, AppliedRate | null>>();

/** The rate for a product's tax class; null if the product is not taxed. Searches the rates only once per class. */
export function taxRateFor({ rates }: TaxTerms, taxClass = ""): AppliedRate | null {
  let ofClass = known.get(rates);
  if (ofClass === undefined) known.set(rates, (ofClass = new Map()));
  let rate = ofClass.get(taxClass);
  if (rate === undefined) ofClass.set(taxClass, (rate = firstOf(rates, taxClass)));
  return rate;
}

function firstOf(rates: readonly TaxRate[], taxClass: string): TaxRate | null {
  let first: TaxRate | null = null;
  for (const rate of rates)
    if (rate.taxClass === taxClass && (first === null || precedence(rate, first) < 0)) first = rate;
  return first === null && taxClass !== "" ? firstOf(rates, "") : first;
}

function precedence(a: TaxRate, b: TaxRate): number {
  return (
    Number(a.postalFrom === "") - Number(b.postalFrom === "") ||
    Number(a.region === "") - Number(b.region === "") ||
    compare(b.startsOn ?? "", a.startsOn ?? "") ||
    compare(a.id, b.id)
  );
}

/**
 * The tax on a base, with halves rounded up. If prices include tax, the base contains it; otherwise it is added to
 * the base.
 */
export function taxOf(base: Minor, basisPoints: number, isIncluded = false): Minor {
  return isIncluded
    ? fractionOf(base, basisPoints, 10_000 + basisPoints)
    : partOf(base, basisPoints);
}

/** The code of the place where a rate's tax is due, such as IT or US-CA. */
export function jurisdictionOf({ country }: TaxTerms, { region }: AppliedRate): string {
  return region === "" ? country : `${country}-${region.toUpperCase()}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
