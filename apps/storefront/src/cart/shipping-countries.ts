import type { ShippingRegion } from "@vetrina/contract/pricing/shipping-regions";
import { countryOptions } from "../lib/countries.ts";
import { countryName } from "../lib/formats.ts";

type Region = Pick<ShippingRegion, "countries" | "states" | "postalCodes"> & {
  rates: readonly unknown[];
};

/**
 * The countries that a store ships to, with names in the page's language. The chosen country is always included,
 * because an address may be in a country that the store doesn't ship to, and the cart shows a message about that.
 */
export function shippingCountries(
  regions: readonly Region[],
  { country, language }: { country: string; language: string },
): { value: string; label: string }[] {
  if (regions.length === 0) return [{ value: country, label: countryName(country, language) }];
  const served = new Set(codesOf(regions.filter(({ rates }) => rates.length > 0)));
  const unserved = new Set(codesOf(regions.filter(({ rates }) => rates.length === 0)));
  const elsewhere = regions.some((region) => isElsewhere(region) && region.rates.length > 0);
  return countryOptions(language).filter(
    ({ value }) => value === country || served.has(value) || (elsewhere && !unserved.has(value)),
  );
}

function codesOf(regions: readonly Region[]): string[] {
  return regions.flatMap(({ countries, states, postalCodes }) => [
    ...countries,
    ...[...states, ...postalCodes].map(({ country }) => country),
  ]);
}

/** Whether the region covers all countries that no other region names. */
export function isElsewhere(region: Region): boolean {
  return codesOf([region]).length === 0;
}
