import { priceBands } from "@vetrina/contract/products";
import { type Queryable, sql } from "../../platform/database/sql.ts";

/** What of a product is filtered by; '' is no category or department. A set never changes. */
export type FacetSet = {
  id: number;
  category: string;
  department: string;
  sizes: readonly string[];
  colors: readonly string[];
};
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

/** The counts of listingQuery with the sets they are of. */
export async function readCountedSets(
  from: Queryable,
  storeId: string,
  text: string,
): Promise<CountedSet[]> {
  const numbers = JSON.parse(`[${text}]`) as number[];
  const rows = Array.from({ length: numbers.length / width }, (_, row) =>
    numbers.slice(row * width, (row + 1) * width),
  );
  const sets = await setsOf(from, storeId, rows);
  return rows.flatMap(([id = 0, ...byBand]) => {
    const set = sets.get(id);
    return set === undefined ? [] : [{ set, byBand }];
  });
}

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
      select id, category, department, sizes, colors from catalogue.facet_sets
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
