import { priceBands } from "@vetrina/contract/products";
import { type Queryable, sql } from "../../platform/database/sql.ts";

/**
 * What of a product is filtered by; '' is no category or department. A set never changes. A wide one has so many sizes and
 * colors that they stay in the database: here it has only those of them that are chosen.
 */
export type FacetSet = {
  id: number;
  isWide: boolean;
  category: string;
  department: string;
  sizes: readonly string[];
  colors: readonly string[];
};
/** Labels that come with a list: those of a store with more of them are asked for by value. */
export const maxLabels = 500;

/** How these values of sizes and colors are written. */
export function readLabels(
  from: Queryable,
  storeId: string,
  { size, color }: { size: readonly string[]; color: readonly string[] },
): Promise<ValueLabel[]> {
  return from.rows<ValueLabel>(sql`
    select facet, value, label, swatch from catalogue.facet_values
    where store_id = ${storeId} and (facet = 'size' and value = any(${size}::text[]) or facet = 'color' and value = any(${color}::text[]))`);
}

/** How many products share a facet set, by price band. */
export type CountedSet = { set: FacetSet; byBand: readonly number[] };
/** How a size or color is written for people. */
export type ValueLabel = {
  facet: "size" | "color";
  value: string;
  label: string;
  swatch: string | null;
};

const width = 1 + priceBands.length;

type ChosenValues = { size: readonly string[] | null; color: readonly string[] | null };

/** The counts of listingQuery with the sets they are of. */
export async function readCountedSets(
  from: Queryable,
  storeId: string,
  text: string,
  chosen: ChosenValues,
): Promise<CountedSet[]> {
  const numbers = JSON.parse(`[${text}]`) as number[];
  const rows = Array.from({ length: numbers.length / width }, (_, row) =>
    numbers.slice(row * width, (row + 1) * width),
  );
  const sets = await setsOf(from, storeId, rows);
  const counted = rows.flatMap(([id = 0, ...byBand]) => {
    const set = sets.get(id);
    return set === undefined ? [] : [{ set, byBand }];
  });
  return withChosen(from, storeId, counted, chosen);
}

async function withChosen(
  from: Queryable,
  storeId: string,
  counted: CountedSet[],
  { size, color }: ChosenValues,
): Promise<CountedSet[]> {
  const wide = counted.flatMap(({ set }) => (set.isWide ? [set.id] : []));
  if (wide.length === 0 || (size === null && color === null)) return counted;
  const rows = await from.rows<Pick<FacetSet, "id" | "sizes" | "colors">>(sql`
    select id, array(select v from unnest(${size ?? []}::text[]) v where v = any(sizes)) as sizes,
      array(select v from unnest(${color ?? []}::text[]) v where v = any(colors)) as colors
    from catalogue.facet_sets where store_id = ${storeId} and id = any(${wide}::int[])`);
  const known = new Map(rows.map((row) => [row.id, row]));
  return counted.map(({ set, byBand }) => ({ set: { ...set, ...known.get(set.id) }, byBand }));
}

type WideValue = { value: string; count: number };

/**
 * The most frequent values of wide sets beside `chosen`, with those of `top` among them, and how many others there are that
 * `known` does not have. `products` of each set meet the other facets' choices.
 */
export async function countWideValues(
  from: Queryable,
  storeId: string,
  facet: "size" | "color",
  sets: readonly { id: number; products: number }[],
  {
    chosen,
    top,
    known,
    limit,
  }: { chosen: readonly string[]; top: readonly string[]; known: readonly string[]; limit: number },
): Promise<{ values: WideValue[]; unknown: number }> {
  const rows = await from.rows<WideValue & { unknown: number }>(sql`
    with counted as (
      select v.value, sum(c.products)::int as count
      from unnest(${sets.map(({ id }) => id)}::int[], ${sets.map(({ products }) => products)}::int[]) c (id, products)
      join catalogue.facet_sets s on s.store_id = ${storeId} and s.id = c.id
      cross join unnest(${facet === "size" ? sql`s.sizes` : sql`s.colors`}) v (value)
      where v.value <> all(${chosen}::text[]) group by v.value)
    select value, count, (select count(*)::int from counted where value <> all(${known}::text[])) as unknown
    from (select *, row_number() over (order by count desc, value) as place from counted) c
    where place <= ${limit} or value = any(${top}::text[])`);
  return { values: rows, unknown: rows[0]?.unknown ?? 0 };
}

/** Sizes and colors of a set that are counted here: some ten thousand sets in a few milliseconds. */
const maxNarrow = 50;

/** Sets a process keeps, of the stores asked for last; one store may have more. */
const most = 200_000;
const known = new Map<string, Map<number, FacetSet>>();
let kept = 0;

async function setsOf(
  from: Queryable,
  storeId: string,
  rows: readonly number[][],
): Promise<ReadonlyMap<number, FacetSet>> {
  const sets = known.get(storeId) ?? new Map<number, FacetSet>();
  const unknown = rows.flatMap(([id = 0]) => (sets.has(id) ? [] : [id]));
  if (unknown.length > 0) {
    const found = await from.rows<FacetSet>(sql`
      select id, category, department, is_wide as "isWide",
        case when is_wide then '{}' else sizes end as sizes, case when is_wide then '{}' else colors end as colors
      from catalogue.facet_sets cross join lateral (select cardinality(sizes) + cardinality(colors) > ${maxNarrow} as is_wide) w
      where store_id = ${storeId} and id = any(${unknown}::int[])`);
    for (const row of found) {
      if (!sets.has(row.id)) kept += 1;
      sets.set(row.id, row);
    }
  }
  known.delete(storeId);
  known.set(storeId, sets);
  forgetOthers(storeId);
  return sets;
}

// The one asked for last stands at the end.
function forgetOthers(storeId: string): void {
  for (const [id, sets] of known) {
    if (kept <= most || id === storeId) return;
    known.delete(id);
    kept -= sets.size;
  }
}
