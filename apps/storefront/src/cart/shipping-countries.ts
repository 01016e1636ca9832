import type { ShippingRegion } from "@vetrina/contract/shipping";
import { countryName, countryOptions } from "../lib/countries.ts";

type Region = Pick<ShippingRegion, "countries"> & { rates: readonly unknown[] };

/**
 * The countries a store ships to, by their names in the page's language. The chosen one is always among them: an address
 * may name another, and the cart then says that nothing is shipped there.
 */
export function shippingCountries(
  regions: readonly Region[],
  { country, language }: { country: string; language: string },
): { value: string; label: string }[] {
  if (regions.length === 0) return [{ value: country, label: countryName(country, language) }];
  const served = new Set(codesOf(regions.filter(({ rates }) => rates.length > 0)));
  const unserved = new Set(codesOf(regions.filter(({ rates }) => rates.length === 0)));
  const elsewhere = regions.some(
    ({ countries, rates }) => countries.length === 0 && rates.length > 0,
  );
  return countryOptions(language).filter(
    ({ value }) => value === country || served.has(value) || (elsewhere && !unserved.has(value)),
  );
}

function codesOf(regions: readonly Region[]): string[] {
  return regions.flatMap(({ countries }) => countries);
}
