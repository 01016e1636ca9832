import { toMinor } from "@vetrina/commerce/money";
import { type Facet, priceBands } from "@vetrina/contract/products";
import type { StoreRef } from "../../platform/store-directory.ts";
import { facetValue } from "./rules.ts";

export type FacetName = Facet["name"];
/** What is chosen of each facet, as the database has it; null: nothing. Prices as the bands' positions. */
export type Chosen = {
  category: string[] | null;
  department: string[] | null;
  price: number[] | null;
  size: string[] | null;
  color: string[] | null;
};
export type FacetRow = {
  facet: FacetName;
  value: string;
  count: number;
  label: string | null;
  swatch: string | null;
};

const names = ["category", "department", "price", "size", "color"] as const;

/** Values that stand first, in this order; all others follow by their alphabet. */
const firstValues: Record<FacetName, readonly string[]> = {
  category: ["dresses", "tops", "bottoms", "outerwear", "accessories"],
  department: ["women", "men", "unisex"],
  price: priceBands.map(({ value }) => value),
  size: ["xxs", "xs", "s", "m", "l", "xl", "xxl", "3xl", "one-size"],
  color: ["black", "white", "beige", "navy", "red"],
};

/** A query's filters, normalized; a price band that does not exist matches nothing. */
export function chosenFrom(query: { [K in FacetName]?: string[] | undefined }): Chosen {
  return {
    category: normal(query.category),
    department: normal(query.department),
    size: normal(query.size),
    color: normal(query.color),
    price: normal(query.price)?.map((value) => bandIndex(value)) ?? null,
  };
}

/** Where bands begin, in minor units, without the first (0): what width_bucket takes. */
export function bandStarts(currency: string): number[] {
  return priceBands.slice(1).map(({ from }) => toMinor(from, currency));
}

/** All facets in their order; every price band, and chosen values that nothing has, with a count of 0. */
export function facetsToWire(
  rows: readonly FacetRow[],
  chosen: Chosen,
  store: StoreRef,
  words: ReadonlyMap<string, string> = new Map(),
): Facet[] {
  return names.map((name) => {
    const found = new Map<string, Facet["values"][number]>();
    for (const value of always(name, chosen))
      found.set(value, { value, label: labelOf(name, value, store), count: 0, swatch: null });
    for (const row of rows) {
      if (row.facet !== name) continue;
      const value = name === "price" ? (priceBands[Number(row.value)]?.value ?? "") : row.value;
      const label = words.get(row.label ?? "") ?? row.label ?? labelOf(name, value, store);
      found.set(value, { value, label, count: row.count, swatch: row.swatch });
    }
    return { name, values: [...found.values()].sort((a, b) => compare(name, a.value, b.value)) };
  });
}

function normal(values: string[] | undefined): string[] | null {
  if (values === undefined || values.length === 0) return null;
  return [...new Set(values.map(facetValue))];
}

function always(name: FacetName, chosen: Chosen): readonly string[] {
  if (name === "price") return firstValues.price;
  return chosen[name] ?? [];
}

function bandIndex(value: string): number {
  return priceBands.findIndex((band) => band.value === value);
}

function labelOf(name: FacetName, value: string, store: StoreRef): string {
  if (name === "price") return bandLabel(value, store);
  const words = value.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

// "Under $50", "$50-$100", "Over $200", in the store's own currency.
function bandLabel(value: string, { currency, locale }: StoreRef): string {
  const band = priceBands.find((one) => one.value === value);
  if (band === undefined) return value;
  const format = wholeMoney(currency, locale);
  if (band.from === 0) return `Under ${format.format(band.below)}`;
  if (band.below === null) return `Over ${format.format(band.from)}`;
  return `${format.format(band.from)}-${format.format(band.below)}`;
}

// Making one costs more than all else that a list does here.
const formats = new Map<string, Intl.NumberFormat>();
const alphabet = new Intl.Collator("en", { numeric: true });

function wholeMoney(currency: string, locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, {
      style: "currency",
      currency,
      maximumFractionDigits: 0,
    });
    formats.set(key, format);
  }
  return format;
}

function compare(name: FacetName, a: string, b: string): number {
  const rank = (value: string) => {
    const at = firstValues[name].indexOf(value);
    return at === -1 ? firstValues[name].length : at;
  };
  return rank(a) - rank(b) || alphabet.compare(a, b);
}
