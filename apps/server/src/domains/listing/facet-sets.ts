import { priceBands } from "@vetrina/contract/catalogue/products";
import { type Queryable, sql } from "../../platform/database/sql.ts";

/** The filterable values of a product. An empty category or department means none. A set never changes. */
export type FacetSet = {
  category: string;
  department: string;
  sizes: readonly string[];
  colors: readonly string[];
};
/** Maximum number of labels sent with a list. If a store has more, they are read for the listed values only. */
export const maxLabels = 500;

/** Reads the labels of these sizes and colors. */
export function readLabels(
  from: Queryable,
  storeId: string,
  { size, color }: { size: readonly string[]; color: readonly string[] },
): Promise<ValueLabel[]> {
  return from.rows<ValueLabel>(sql`
    select facet, value, label, swatch from catalogue.facet_values
    where store_id = ${storeId} and (facet = 'size' and value = any(${size}::text[]) or facet = 'color' and value = any(${color}::text[]))`);
}

/** A facet set and its number of products in each price band. */
export type CountedSet = { set: FacetSet; byBand: readonly number[] };

export type CountedSets = {
  /**
   * The sets with the most products, most products first. A set with more sizes and colors than still fit into
   * maxValues lists only those that are chosen.
   */
  sets: readonly CountedSet[];
  /** The number of sets left out of `sets`, and the number of their products in each price band. */
  leftOut: number;
  otherBands: readonly number[];
  /** The total number of products. */
  products: number;
  /** Whether counting was expensive. */
  isCostly: boolean;
};

/**
 * Maximum number of sets counted individually for a list, and of their sizes and colors in total. An import can create
 * any number of sets, and one store's list must not delay other stores. Most stores have a few hundred sets.
 */
export const maxSets = 5000;
export const maxValues = 20_000;
const manySets = 1000;
const manyValues = 4000;

/** The label of a size or color. */
export type ValueLabel = {
  facet: "size" | "color";
  value: string;
  label: string;
  swatch: string | null;
};

export type ListingCounts = {
  /** The products that match everything but the chosen facets, by facet set and price band. */
  counted: CountedSets;
  /** The number of products in each price band that match the chosen values of every facet except price. */
  bands: readonly number[];
  /** The labels of sizes and colors, or null if there are too many to send with the list. */
  labels: ValueLabel[] | null;
};

const width = 1 + priceBands.length;

type ChosenValues = { size: readonly string[] | null; color: readonly string[] | null };

/** Parses the counts that listingQuery returns and reads their facet sets. */
export async function readCountedSets(
  from: Queryable,
  storeId: string,
  text: string,
  [ofAll = 0, ...allBands]: readonly number[],
  chosen: ChosenValues,
): Promise<CountedSets> {
  const numbers = JSON.parse(`[${text}]`) as number[];
  const rows = Array.from({ length: numbers.length / width }, (_, row) => ({
    id: numbers[row * width] ?? 0,
    byBand: numbers.slice(row * width + 1, (row + 1) * width),
  }));
  const ids = rows.map(({ id }) => id);
  const known = await knownSets(from, storeId, ids);
  let room = maxValues;
  const complete = new Set(
    ids.filter((id) => {
      const values = known.get(id)?.width ?? 0;
      if (values > room) return false;
      room -= values;
      return true;
    }),
  );
  await readValues(from, storeId, known, [...complete]);
  const others = ids.filter((id) => !complete.has(id));
  const partly = await readChosen(from, storeId, others, chosen);
  const sets = rows.flatMap(({ id, byBand }) => {
    const set = known.get(id);
    if (set === undefined) return [];
    const { category, department } = set;
    const values = (complete.has(id) ? set.values : partly.get(id)) ?? noValues;
    return [{ set: { category, department, ...values }, byBand }];
  });
  const counted = sets.reduce<readonly number[]>((sum, { byBand }) => addBands(sum, byBand), []);
  return {
    sets,
    leftOut: ofAll - rows.length,
    otherBands: allBands.map((count, band) => count - (counted[band] ?? 0)),
    products: allBands.reduce((sum, count) => sum + count, 0),
    isCostly: ofAll > manySets || maxValues - room > manyValues || others.length > 0,
  };
}

/** Adds two counts, band by band. */
export function addBands(one: readonly number[], other: readonly number[]): readonly number[] {
  return priceBands.map((_, band) => (one[band] ?? 0) + (other[band] ?? 0));
}

type Values = Pick<FacetSet, "sizes" | "colors">;
const noValues: Values = { sizes: [], colors: [] };

/** For sets with too many values to read, reads only the chosen values. */
async function readChosen(
  from: Queryable,
  storeId: string,
  ids: readonly number[],
  { size, color }: ChosenValues,
): Promise<ReadonlyMap<number, Values>> {
  if (ids.length === 0 || (size === null && color === null)) return new Map();
  const rows = await from.rows<Values & { id: number }>(sql`
    select id, array(select v from unnest(${size ?? []}::text[]) v where v = any(sizes)) as sizes,
      array(select v from unnest(${color ?? []}::text[]) v where v = any(colors)) as colors
    from catalogue.facet_sets where store_id = ${storeId} and id = any(${ids}::int[])
      and (sizes && ${size ?? []}::text[] or colors && ${color ?? []}::text[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** `width` is the set's number of sizes and colors. */
type KnownSet = Pick<FacetSet, "category" | "department"> & { width: number; values?: Values };
type KnownStore = { sets: Map<number, KnownSet>; weight: number };

/**
 * Maximum weight of the cache (its sets and values) for all stores together, and for one store. The least recently used
 * stores are evicted first.
 */
const maxWeight = 600_000;
const maxOfStore = 200_000;
const stores = new Map<string, KnownStore>();
let weight = 0;

async function knownSets(
  from: Queryable,
  storeId: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, KnownSet>> {
  const known = storeOf(storeId);
  const unknown = ids.filter((id) => !known.sets.has(id));
  if (unknown.length > 0) {
    const row = await from.row<{ sets: [number, string, string, number][] }>(sql`
      select coalesce(json_agg(json_build_array(id, category, department, cardinality(sizes) + cardinality(colors))), '[]') as sets
      from catalogue.facet_sets where store_id = ${storeId} and id = any(${unknown}::int[])`);
    for (const [id, category, department, values] of row?.sets ?? []) {
      if (known.sets.has(id)) continue;
      known.sets.set(id, { category, department, width: values });
      weigh(storeId, known, 1);
    }
  }
  return known.sets;
}

async function readValues(
  from: Queryable,
  storeId: string,
  known: ReadonlyMap<number, KnownSet>,
  ids: readonly number[],
): Promise<void> {
  const unknown = ids.filter((id) => known.get(id)?.values === undefined);
  if (unknown.length === 0) return;
  const row = await from.row<{ sets: [number, string[], string[]][] }>(sql`
    select coalesce(json_agg(json_build_array(id, sizes, colors)), '[]') as sets
    from catalogue.facet_sets where store_id = ${storeId} and id = any(${unknown}::int[])`);
  for (const [id, sizes, colors] of row?.sets ?? []) {
    const set = known.get(id);
    if (set === undefined || set.values !== undefined) continue;
    set.values = { sizes, colors };
    const cached = stores.get(storeId);
    if (cached?.sets === known) weigh(storeId, cached, set.width);
  }
}

/** Moves the store to the end of the cache, as most recently used. A store above its limit gets a new, empty cache. */
function storeOf(storeId: string): KnownStore {
  const known = stores.get(storeId);
  stores.delete(storeId);
  if (known !== undefined && known.weight <= maxOfStore) {
    stores.set(storeId, known);
    return known;
  }
  weight -= known?.weight ?? 0;
  const empty = { sets: new Map<number, KnownSet>(), weight: 0 };
  stores.set(storeId, empty);
  return empty;
}

function weigh(storeId: string, known: KnownStore, more: number): void {
  // The store has been evicted in the meantime.
  if (stores.get(storeId) !== known) return;
  known.weight += more;
  weight += more;
  for (const [id, other] of stores) {
    if (weight <= maxWeight || id === storeId) return;
    stores.delete(id);
    weight -= other.weight;
  }
}
