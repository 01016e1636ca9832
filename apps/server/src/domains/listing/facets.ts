import { htmlBytes } from "@vetrina/commerce/html-bytes";
import { keptFormat } from "@vetrina/commerce/kept-format";
import { toMinor } from "@vetrina/commerce/money";
import { type Facet, priceBands } from "@vetrina/contract/catalogue/products";
import type { StoreRef } from "../../platform/store-directory.ts";
import type { Queryable } from "../../platform/database/sql.ts";
import { pace } from "../../platform/event-loop/pace.ts";
import { type CountedSet, type FacetSet, type ListingCounts, readLabels } from "./facet-sets.ts";
import { facetValue } from "../products/rules.ts";

export type FacetName = Facet["name"];
/**
 * The chosen values of each facet, as stored in the database; null if none are chosen. A price is the index of a price
 * band.
 */
export type Chosen = {
  category: string[] | null;
  department: string[] | null;
  price: number[] | null;
  size: string[] | null;
  color: string[] | null;
};
const names = ["category", "department", "price", "size", "color"] as const;

/** Values that are listed first, in this order. The others follow alphabetically. */
const firstValues: Record<FacetName, readonly string[]> = {
  category: ["dresses", "tops", "bottoms", "outerwear", "accessories"],
  department: ["women", "men", "unisex"],
  price: priceBands.map(({ value }) => value),
  size: ["xxs", "xs", "s", "m", "l", "xl", "xxl", "3xl", "one-size"],
  color: ["black", "white", "beige", "navy", "red"],
};

/** Normalizes a query's filters. A price band that does not exist matches nothing. */
export function chosenFrom(query: { [K in FacetName]?: string[] | undefined }): Chosen {
  return {
    category: normal(query.category),
    department: normal(query.department),
    size: normal(query.size),
    color: normal(query.color),
    price: normal(query.price)?.map((value) => bandIndex(value)) ?? null,
  };
}

/**
 * Returns the lower bounds of the price bands in minor units, except the first (0), in the form that width_bucket
 * takes.
 */
export function bandStarts(currency: string): number[] {
  return priceBands.slice(1).map(({ from }) => toMinor(from, currency));
}

/** The price bands' lower bounds for currencies with 0 to 4 decimals. Must equal those in catalogue.price_step. */
const allBandStarts = [0, 1, 2, 3, 4]
  .flatMap((digits) => priceBands.slice(1).map(({ from }) => from * 10 ** digits))
  .sort((a, b) => a - b);

/** Returns the same bounds as bandStarts(), as steps of catalogue.price_step. */
export function bandSteps(currency: string): number[] {
  return bandStarts(currency).map((start) => 1 + allBandStarts.indexOf(start));
}

/** Counts, by price band, the products in these sets that match the chosen values of every facet except price. */
export function bandsOf(counted: readonly CountedSet[], chosen: Chosen): readonly number[] {
  const unmet = unmetBy(chosen);
  const sums = priceBands.map(() => 0);
  for (const { set, byBand } of counted)
    if (unmet(set).length === 0)
      for (const [band, count] of byBand.entries()) sums[band] = (sums[band] ?? 0) + count;
  return sums;
}

/** Returns the facets with chosen values, except price. */
export function setChoice(chosen: Chosen): SetFacet[] {
  return ofSets.filter((name) => chosen[name] !== null);
}

/** Maximum number of values per facet, in addition to the chosen values and those that are always listed. */
const maxValues = 100;
/**
 * Maximum bytes of values and labels in HTML, for one facet and for all facets. Of values that are always listed, and
 * of chosen ones, only the labels count. A page contains each text twice: in the HTML and in the data.
 */
const maxBytes = { ofFacet: 6000, inAll: 16_000 };

/** The values that are always returned and the most frequent others, with counts. `size`: the number of all values. */
type Candidates = { always: Counted[]; others: Counted[]; size: number };
type Counted = [value: string, count: number];

/**
 * Returns all facets in order. Each value is counted with the choices of all other facets applied. Lists all price
 * bands, the chosen values even if their count is 0, the common values (firstValues) that occur, and as many of the
 * hundred most frequent others as there is room for. `words` has the labels' translations.
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
  for (const part of parts(sets)) {
    await pace();
    for (const { set, byBand } of part)
      counted.push({ set, products: inBands(byBand, chosen), unmet: unmet(set) });
  }
  const facets: [FacetName, Candidates][] = [];
  for (const name of names)
    facets.push([
      name,
      name === "price"
        ? allBands(bands)
        : candidates(await countsOf(name, counted, chosen), name, chosen),
    ]);
  const found = new Map(facets);
  const valuesOf = (name: FacetName) => {
    const { always = [], others = [] } = found.get(name) ?? {};
    return [...always, ...others].map(([value]) => value);
  };
  const known =
    labels ??
    (await readLabels(from, store.id, { size: valuesOf("size"), color: valuesOf("color") }));
  const written = new Map(known.map((one) => [`${one.facet} ${one.value}`, one]));
  const room = { bytes: maxBytes.inAll };
  return facets.map(([name, of]) => {
    const values = cut(of, room, (value) => {
      const { label, swatch = null } = written.get(`${name} ${value}`) ?? {};
      const plain = labelOf(name, value, store);
      return { label: words.get(label ?? "") ?? label ?? plain, plain, swatch };
    });
    const order = orderOf(
      name,
      values.map(({ value }) => value),
    );
    return {
      name,
      values: values.sort((a, b) => order(a.value, b.value)),
      omittedCount: of.size - values.length,
    };
  });
}

function allBands(counts: readonly number[]): Candidates {
  const always = priceBands.map(({ value }, at): Counted => [value, counts[at] ?? 0]);
  return { always, others: [], size: always.length };
}

function candidates(
  counts: ReadonlyMap<string, number>,
  name: SetFacet,
  chosen: Chosen,
): Candidates {
  const returned = new Set([...(chosen[name] ?? []), ...firstValues[name]]);
  const always: Counted[] = [];
  let others: Counted[] = [];
  for (const one of counts) {
    if (returned.has(one[0])) always.push(one);
    else others.push(one);
    // Whenever the list gets this long, keeps only the most frequent values. Sorting all in one go would take too long.
    if (others.length === 8 * maxValues) others = mostFrequent(others);
  }
  return { always, others: mostFrequent(others), size: counts.size };
}

/**
 * Returns values with their labels, as many as fit into `room`, which all facets share: all in `always`, then the most
 * frequent others. In `always`, a label that doesn't fit is replaced by `plain`.
 */
function cut(
  { always, others }: Candidates,
  room: { bytes: number },
  shownAs: (value: string) => { label: string; plain: string; swatch: string | null },
): Facet["values"] {
  let left = Math.min(maxBytes.ofFacet, room.bytes);
  room.bytes -= left;
  const fits = (...texts: string[]) => {
    const bytes = texts.reduce((sum, text) => sum + htmlBytes(text), 0);
    if (bytes > left) return false;
    left -= bytes;
    return true;
  };
  const values: Facet["values"] = always.map(([value, count]) => {
    const { label, plain, swatch } = shownAs(value);
    return { value, label: fits(label) ? label : plain, count, swatch };
  });
  for (const [value, count] of others) {
    const { label, swatch } = shownAs(value);
    if (!fits(value, label)) break;
    values.push({ value, label, count, swatch });
  }
  room.bytes += left;
  return values;
}

function mostFrequent(values: Counted[]): Counted[] {
  return values.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, maxValues);
}

type SetFacet = Exclude<FacetName, "price">;
const ofSets = ["category", "department", "size", "color"] as const satisfies readonly SetFacet[];

/** A set, its number of products in the chosen price bands, and the facets whose chosen values it doesn't have. */
type CountedOthers = { set: FacetSet; products: number; unmet: readonly SetFacet[] };

async function countsOf(
  name: SetFacet,
  counted: readonly CountedOthers[],
  chosen: Chosen,
): Promise<Map<string, number>> {
  const counts = new Map((chosen[name] ?? []).map((value) => [value, 0]));
  for (const part of parts(counted)) {
    await pace();
    for (const { set, products, unmet } of part) {
      const count = unmet.every((other) => other === name) ? products : 0;
      for (const value of valuesOf(set, name)) counts.set(value, (counts.get(value) ?? 0) + count);
    }
  }
  return counts;
}

/** Yields the sets in parts, each small enough to be counted in a millisecond or two. */
function* parts<T>(sets: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < sets.length; from += 100) yield sets.slice(from, from + 100);
}

/** Returns the number of products in the chosen price bands, or in all bands if none is chosen. */
export function inBands(byBand: readonly number[], { price }: Chosen): number {
  return byBand.reduce(
    (sum, n, band) => (price === null || price.includes(band) ? sum + n : sum),
    0,
  );
}

/** Returns a function that lists the facets whose chosen values a set doesn't have. */
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

// Returns "Under $50", "$50-$100" or "Over $200", for example, in the store's currency.
function bandLabel(value: string, { currency, locale }: StoreRef): string {
  const band = priceBands.find((one) => one.value === value);
  if (band === undefined) return value;
  const format = wholeMoney(currency, locale);
  if (band.from === 0) return `Under ${format.format(band.below)}`;
  if (band.below === null) return `Over ${format.format(band.from)}`;
  return `${format.format(band.from)}-${format.format(band.below)}`;
}

const alphabet = new Intl.Collator("en", { numeric: true });
/** Texts in alphabets that the collator compares quickly. Combining marks and the digits of other scripts are slow. */
const quickText = /^[ -\u024f\u0370-\u0481\u048a-\u04ff]{0,40}$/;

/**
 * Returns a function that compares values alphabetically. Texts that would take long to compare come last, by their
 * code units.
 */
function alphabetical(values: readonly string[]): (a: string, b: string) => number {
  const quick = new Set(values.filter((value) => quickText.test(value)));
  return (a, b) => {
    if (quick.has(a) !== quick.has(b)) return quick.has(a) ? -1 : 1;
    if (quick.has(a)) return alphabet.compare(a, b);
    return a < b ? -1 : Number(a > b);
  };
}

function wholeMoney(currency: string, locale: string): Intl.NumberFormat {
  return keptFormat(
    `whole money ${locale} ${currency}`,
    () => new Intl.NumberFormat(locale, { style: "currency", currency, maximumFractionDigits: 0 }),
  );
}

function orderOf(name: FacetName, values: readonly string[]): (a: string, b: string) => number {
  const rank = (value: string) => {
    const at = firstValues[name].indexOf(value);
    return at === -1 ? firstValues[name].length : at;
  };
  const compare = alphabetical(values);
  return (a, b) => rank(a) - rank(b) || compare(a, b);
}
