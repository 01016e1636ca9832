import type { ShippingMethod } from "@vetrina/contract/shipping";

export type Rate = Pick<
  ShippingMethod,
  "id" | "name" | "regularPrice" | "freeAbove" | "businessDays"
>;
export type Quoted = { country: string; rates: Rate[] };
export type Zone = { name: string; rates: Rate[]; restOfWorld: boolean };

/** One country for each part of the world that shops tell apart; the store's own comes first. */
export function askedCountries(home: string): string[] {
  return [...new Set([home, "US", "CA", "DE", "CH", "JP"])];
}

/**
 * The store's zones, by which countries get the very same rates. A zone is named by its country where it is one, else
 * by the part of the world it covers.
 */
export function zonesOf(quoted: readonly Quoted[], home: string, locale: string): Zone[] {
  const groups = new Map<string, { countries: string[]; rates: Rate[] }>();
  for (const { country, rates } of quoted) {
    if (rates.length === 0) continue;
    const key = rates.map(({ id }) => id).join();
    const group = groups.get(key) ?? { countries: [], rates };
    group.countries.push(country);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ countries, rates }) => ({
    name: zoneName(countries, home, locale),
    rates,
    restOfWorld: countries.includes("JP"),
  }));
}

function zoneName(countries: readonly string[], home: string, locale: string): string {
  const has = (country: string) => countries.includes(country);
  if (has("JP")) return countries.length > 1 || home !== "JP" ? "Rest of World" : "Japan";
  if (has("DE") && has("CH")) return "Europe";
  if (has("DE") && home !== "DE") return "European Union";
  if (has("CH") && home !== "CH") return "Rest of Europe";
  const names = new Intl.DisplayNames(locale, { type: "region" });
  return countries.map((country) => names.of(country) ?? country).join(", ");
}
