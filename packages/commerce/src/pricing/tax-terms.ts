import { stateKey } from "../addresses/states.ts";
import { postalKey } from "../shipping/shipping-areas.ts";
import type { TaxRate, TaxTerms } from "./tax.ts";
import { vatAreaOf } from "./vat-area.ts";

// Separate from tax.ts, because browsers load that file, and only the server needs to find the rates of a destination.

/** Where an order is delivered. Region and postal code are empty if unknown. */
export type Destination = { country: string; region: string; postalCode: string };

export type TaxSettings = {
  /** Whether prices include tax, so that none is added. */
  isIncluded: boolean;
  isShippingTaxed: boolean;
  /** Whether the store sells without tax to companies in other EU countries. */
  hasReverseCharge: boolean;
  /** Whether the store also sells without tax if no register has confirmed the company's VAT ID. */
  acceptsUnverifiedVatIds: boolean;
  /** Whether the rates of the store's country apply in the whole EU. */
  hasHomeRatesInEu: boolean;
};

/** A VAT ID with the country that issued it. `isVerified` means that a register has confirmed it. */
export type BuyerVatId = { vatId: string; country: string; isVerified: boolean };

/** The data that determines how a cart is taxed. */
export type TaxFacts = {
  settings: TaxSettings;
  /** The store's rates. Those for countries other than its own and the destination's may be left out. */
  rates: readonly TaxRate[];
  /** The store's country. */
  home: string;
  destination: Destination;
  /** Whether the order is picked up. If so, the destination is a location of the store. */
  isPickup: boolean;
  /** The buyer's valid VAT ID; null if there is none. */
  vatId: BuyerVatId | null;
  /** The current date in the store's time zone, in ISO format. */
  today: string;
};

/**
 * Caches the folded region of each rate that has no `regionKey`. Each pickup location needs its own calculation of a
 * cart's tax, and case folding is slow for some writing systems.
 */
const regionKeys = new WeakMap<TaxRate, string>();

function regionKeyOf(rate: TaxRate): string {
  let key = rate.regionKey ?? regionKeys.get(rate);
  if (key === undefined) regionKeys.set(rate, (key = stateKey(rate.country, rate.region)));
  return key;
}

/** Finds the place of taxation, the rates in force there, and whether the buyer owes the tax. */
export function taxTermsFor(facts: TaxFacts): TaxTerms {
  const { settings, rates, today } = facts;
  const place = placeOfTaxation(facts);
  const region = stateKey(place.country, place.region);
  const code = postalKey(place.postalCode);
  const inForce = rates.filter(
    (rate) =>
      (rate.startsOn === null || rate.startsOn <= today) &&
      (rate.country === "" || rate.country === place.country) &&
      isInRange(code, rate) &&
      (rate.region === "" || regionKeyOf(rate) === region),
  );
  const ofCountry = inForce.filter(({ country }) => country === place.country);
  return {
    isIncluded: settings.isIncluded,
    isShippingTaxed: settings.isShippingTaxed,
    reverseCharge: reverseChargeOf(facts),
    country: place.country,
    rates: ofCountry.length > 0 ? ofCountry : inForce.filter(({ country }) => country === ""),
  };
}

/**
 * Where an order is taxed: normally at its destination. With hasHomeRatesInEu, for stores below the EU's threshold for
 * distance sales, orders to other EU countries are taxed in the store's country. A pickup is not a distance sale.
 */
function placeOfTaxation({ settings, home, destination, isPickup }: TaxFacts): Destination {
  if (isPickup) return destination;
  const from = vatAreaOf({ country: home, postalCode: "" });
  const to = vatAreaOf(destination);
  const isHome = settings.hasHomeRatesInEu && from !== null && to !== null && from !== to;
  return isHome ? { country: home, region: "", postalCode: "" } : destination;
}

function reverseChargeOf({ settings, home, destination, isPickup, vatId }: TaxFacts) {
  if (isPickup) return null;
  const from = vatAreaOf({ country: home, postalCode: "" });
  const to = vatAreaOf(destination);
  const isAbroad = from !== null && to !== null && from !== to;
  if (!settings.hasReverseCharge || !isAbroad || vatId?.country !== to) return null;
  if (!vatId.isVerified && !settings.acceptsUnverifiedVatIds) return null;
  return { isVerified: vatId.isVerified };
}

function isInRange(code: string, { postalFrom, postalTo }: TaxRate): boolean {
  if (postalFrom === "") return true;
  const start = code.slice(0, postalFrom.length);
  return start.length === postalFrom.length && start >= postalFrom && start <= postalTo;
}
