import { toMinor } from "@vetrina/commerce/money";
import { type Facet, priceBands } from "@vetrina/contract/products";
import type { StoreRef } from "../../platform/store-directory.ts";
import type { CountedSet, FacetSet, ValueLabel } from "./facet-sets.ts";
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

/** Where any currency's bands begin, whatever its decimals: catalogue.price_step is its twin. */
const allBandStarts = [0, 1, 2, 3, 4]
  .flatMap((digits) => priceBands.slice(1).map(({ from }) => from * 10 ** digits))
  .sort((a, b) => a - b);

/** The same as bandStarts() as steps of catalogue.price_step. */
export function bandSteps(currency: string): number[] {
  return bandStarts(currency).map((start) => 1 + allBandStarts.indexOf(start));
}

/** How many of what was counted meet every facet's choice. */
export function totalOf(counted: readonly CountedSet[], chosen: Chosen): number {
  return counted
    .filter(({ set }) => ofSets.every((name) => meets(set, name, chosen)))
    .reduce((sum, { byBand }) => sum + inBands(byBand, chosen), 0);
}

/**
 * All facets in their order, each value counted with every facet's choice but its own; every price band, and chosen values
 * that nothing has, with a count of 0. `words` are the labels' translations.
 */
export function facetsToWire(
  { counted, labels }: { counted: readonly CountedSet[]; labels: readonly ValueLabel[] },
  chosen: Chosen,
  store: StoreRef,
  words: ReadonlyMap<string, string> = new Map(),
): Facet[] {
  const written = new Map(labels.map((one) => [`${one.facet} ${one.value}`, one]));
  return names.map((name) => {
    const values = [...countsOf(name, counted, chosen)].map(([value, count]) => {
      const { label, swatch = null } = written.get(`${name} ${value}`) ?? {};
      const shown = words.get(label ?? "") ?? label ?? labelOf(name, value, store);
      return { value, label: shown, count, swatch };
    });
    return { name, values: values.sort((a, b) => compare(name, a.value, b.value)) };
  });
}

type SetFacet = Exclude<FacetName, "price">;
const ofSets = ["category", "department", "size", "color"] as const satisfies readonly SetFacet[];

function countsOf(
  name: FacetName,
  counted: readonly CountedSet[],
  chosen: Chosen,
): Map<string, number> {
  const counts = new Map(always(name, chosen).map((value) => [value, 0]));
  const add = (value: string, count: number) => counts.set(value, (counts.get(value) ?? 0) + count);
  const others = ofSets.filter((other) => other !== name && chosen[other] !== null);
  for (const { set, byBand } of counted) {
    const isMet = others.every((other) => meets(set, other, chosen));
    if (name === "price") {
      if (isMet)
        for (const [band, { value }] of priceBands.entries()) add(value, byBand[band] ?? 0);
    } else {
      const count = isMet ? inBands(byBand, chosen) : 0;
      for (const value of valuesOf(set, name)) add(value, count);
    }
  }
  return counts;
}

/** How many of a set's are in the chosen price bands, in all where none is. */
function inBands(byBand: readonly number[], { price }: Chosen): number {
  return byBand.reduce(
    (sum, n, band) => (price === null || price.includes(band) ? sum + n : sum),
    0,
  );
}

function meets(set: FacetSet, name: SetFacet, chosen: Chosen): boolean {
  const wanted = chosen[name];
  return wanted === null || valuesOf(set, name).some((value) => wanted.includes(value));
}

function valuesOf(set: FacetSet, name: SetFacet): readonly string[] {
  switch (name) {
    case "category":
    case "department":
      return set[name] === "" ? [] : [set[name]];
    case "size":
      return set.sizes;
    case "color":
      return set.colors;
  }
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
