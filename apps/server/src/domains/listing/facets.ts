import { toMinor } from "@vetrina/commerce/money";
import { type Facet, priceBands } from "@vetrina/contract/catalogue/products";
import type { StoreRef } from "../../platform/store-directory.ts";
import type { Queryable } from "../../platform/database/sql.ts";
import { pace } from "../../platform/pace.ts";
import { type CountedSet, type FacetSet, readLabels } from "./facet-sets.ts";
import type { ListingCounts } from "./listing.ts";
import { facetValue } from "../products/rules.ts";

export type FacetName = Facet["name"];
/** The chosen values of each facet as the database stores them; null for none. Prices are the bands' positions. */
export type Chosen = {
  category: string[] | null;
  department: string[] | null;
  price: number[] | null;
  size: string[] | null;
  color: string[] | null;
};
const names = ["category", "department", "price", "size", "color"] as const;

/** Values that come first, in this order; the others follow alphabetically. */
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

/** The lower bounds of the bands in minor units, without the first (0), in the form that width_bucket takes. */
export function bandStarts(currency: string): number[] {
  return priceBands.slice(1).map(({ from }) => toMinor(from, currency));
}

/** The lower bounds for every number of decimals; catalogue.price_step has the same. */
const allBandStarts = [0, 1, 2, 3, 4]
  .flatMap((digits) => priceBands.slice(1).map(({ from }) => from * 10 ** digits))
  .sort((a, b) => a - b);

/** bandStarts() as steps of catalogue.price_step. */
export function bandSteps(currency: string): number[] {
  return bandStarts(currency).map((start) => 1 + allBandStarts.indexOf(start));
}

/** The number of products in these sets that match every facet's choice except the price, by price band. */
export function bandsOf(counted: readonly CountedSet[], chosen: Chosen): readonly number[] {
  const unmet = unmetBy(chosen);
  const sums = priceBands.map(() => 0);
  for (const { set, byBand } of counted)
    if (unmet(set).length === 0)
      for (const [band, count] of byBand.entries()) sums[band] = (sums[band] ?? 0) + count;
  return sums;
}

/** The facets of a set that have a choice. */
export function setChoice(chosen: Chosen): SetFacet[] {
  return ofSets.filter((name) => chosen[name] !== null);
}

/** Maximum number of values per facet, besides the chosen and the standard ones. */
const maxValues = 100;

/** The counts of the returned values, and the number of other values. */
type FacetCounts = { counts: ReadonlyMap<string, number>; omittedCount: number };

/**
 * All facets in their order. Each value is counted with every facet's choice except its own: the most frequent
 * hundred values, those that come first, every price band, and chosen values, with 0 for no products. `words`
 * are the labels' translations.
 */
export async function readFacets(
  from: Queryable,
  { counted: { sets }, bands, labels }: ListingCounts,
  chosen: Chosen,
  store: StoreRef,
  words: ReadonlyMap<string, string> = new Map(),
): Promise<Facet[]> {
  const unmet = unmetBy(chosen);
  const counted: CountedOthers[] = [];
  for (const { set, byBand } of sets) {
    const pause = pace();
    if (pause !== null) await pause;
    counted.push({ set, products: inBands(byBand, chosen), unmet: unmet(set) });
  }
  const facets: [FacetName, FacetCounts][] = [];
  for (const name of names)
    facets.push([
      name,
      name === "price"
        ? {
            counts: new Map(priceBands.map(({ value }, at) => [value, bands[at] ?? 0])),
            omittedCount: 0,
          }
        : cut(await countsOf(name, counted, chosen), name, chosen),
    ]);
  const found = new Map(facets);
  const valuesOf = (name: FacetName) => [...(found.get(name)?.counts.keys() ?? [])];
  const known =
    labels ??
    (await readLabels(from, store.id, { size: valuesOf("size"), color: valuesOf("color") }));
  const written = new Map(known.map((one) => [`${one.facet} ${one.value}`, one]));
  return facets.map(([name, { counts, omittedCount }]) => {
    const values = [...counts].map(([value, count]) => {
      const { label, swatch = null } = written.get(`${name} ${value}`) ?? {};
      const shown = words.get(label ?? "") ?? label ?? labelOf(name, value, store);
      return { value, label: shown, count, swatch };
    });
    return { name, values: values.sort((a, b) => compare(name, a.value, b.value)), omittedCount };
  });
}

/** The most frequent values (ties alphabetically), and those that are always returned. */
function cut(counts: ReadonlyMap<string, number>, name: SetFacet, chosen: Chosen): FacetCounts {
  if (counts.size <= maxValues) return { counts, omittedCount: 0 };
  const always = new Set([...(chosen[name] ?? []), ...firstValues[name]]);
  const answered: [string, number][] = [];
  let others: [string, number][] = [];
  for (const one of counts) {
    if (always.has(one[0])) answered.push(one);
    else others.push(one);
    // Sorted in small groups, because sorting all of them at once would take long.
    if (others.length === 8 * maxValues) others = mostFrequent(others);
  }
  answered.push(...mostFrequent(others));
  return { counts: new Map(answered), omittedCount: counts.size - answered.length };
}

function mostFrequent(values: [string, number][]): [string, number][] {
  return values.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, maxValues);
}

type SetFacet = Exclude<FacetName, "price">;
const ofSets = ["category", "department", "size", "color"] as const satisfies readonly SetFacet[];

/** A set, the number of its products in the chosen price bands, and the facets whose choice the set does not match. */
type CountedOthers = { set: FacetSet; products: number; unmet: readonly SetFacet[] };

async function countsOf(
  name: SetFacet,
  counted: readonly CountedOthers[],
  chosen: Chosen,
): Promise<Map<string, number>> {
  const counts = new Map((chosen[name] ?? []).map((value) => [value, 0]));
  for (const { set, products, unmet } of counted) {
    const pause = pace();
    if (pause !== null) await pause;
    const count = unmet.every((other) => other === name) ? products : 0;
    for (const value of valuesOf(set, name)) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return counts;
}

/** The number in the chosen price bands; in all bands if none is chosen. */
export function inBands(byBand: readonly number[], { price }: Chosen): number {
  return byBand.reduce(
    (sum, n, band) => (price === null || price.includes(band) ? sum + n : sum),
    0,
  );
}

/** Returns a function that lists the facets whose choice a set does not match. */
function unmetBy(chosen: Chosen): (set: FacetSet) => readonly SetFacet[] {
  const choices = setChoice(chosen).map((name) => ({ name, values: new Set(chosen[name]) }));
  return (set) =>
    choices
      .filter(({ name, values }) => !valuesOf(set, name).some((value) => values.has(value)))
      .map(({ name }) => name);
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

// Cached, because creating one costs more than everything else that a list does here.
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
