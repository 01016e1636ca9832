import type { Discount, Scope } from "@vetrina/commerce/pricing/discount";
import { type Queryable, sql } from "../../platform/database/sql.ts";

type Scoped = Pick<Discount, "scope" | "excluded" | "give">;

/**
 * `discounts` refer to lists of collections by name instead of to the collections themselves. `listsOf` maps each
 * product id to the names of the lists that contain it.
 */
export type CollectionLists<D extends Scoped> = {
  discounts: readonly D[];
  listsOf: ReadonlyMap<string, readonly string[]>;
};

/**
 * Replaces each list of collections in the discounts by a single name. Needed because a product can be in thousands of
 * the collections that a hundred discounts refer to. Runs no query if the discounts refer to no collections.
 */
export async function readCollectionLists<D extends Scoped>(
  reader: Queryable,
  storeId: string,
  lines: readonly { productId: string }[],
  discounts: readonly D[],
): Promise<CollectionLists<D>> {
  const { renamed, named, lists } = nameLists(discounts);
  if (named.length === 0 || lines.length === 0) return { discounts, listsOf: new Map() };
  const products = [...new Set(lines.map(({ productId }) => productId))];
  // Indexes into `named` are shorter than ids, and JSON is parsed faster than PostgreSQL arrays.
  const rows = await reader.rows<{ product_id: string; indexes: number[] }>(sql`
    select c.product_id, json_agg(n.index - 1) as indexes
    from catalogue.collection_products c
    join unnest(${named}::uuid[]) with ordinality n (id, index) on n.id = c.collection_id
    where c.store_id = ${storeId} and c.product_id = any(${products}::uuid[])
    group by c.product_id`);
  const listsOf = new Map(rows.map((row) => [row.product_id, listsWith(row.indexes, lists)]));
  return { discounts: renamed, listsOf };
}

/** Each entry of `lists` contains the indexes of its collections in `named`. */
function nameLists<D extends Scoped>(discounts: readonly D[]) {
  const indexes = new Map<string, number>();
  const lists: number[][] = [];
  const indexOf = (id: string) => {
    const known = indexes.get(id);
    if (known !== undefined) return known;
    indexes.set(id, indexes.size);
    return indexes.size - 1;
  };
  const rename = (scope: Scope): Scope => {
    if (scope.collections.length === 0) return scope;
    lists.push(scope.collections.map(indexOf));
    return { ...scope, collections: [nameOf(lists.length - 1)] };
  };
  const renamed = discounts.map((discount): D => {
    const { scope, excluded, give } = discount;
    const scopes = [scope, excluded, give?.scope];
    if (scopes.every((one) => !one || one.collections.length === 0)) return discount;
    return {
      ...discount,
      scope: rename(scope),
      excluded: rename(excluded),
      give: give && { ...give, scope: give.scope && rename(give.scope) },
    };
  });
  return { renamed, named: [...indexes.keys()], lists };
}

function listsWith(indexes: readonly number[], lists: readonly (readonly number[])[]): string[] {
  const isIn = new Set(indexes);
  return lists.flatMap((list, i) => (list.some((index) => isIn.has(index)) ? [nameOf(i)] : []));
}

function nameOf(list: number): string {
  return `list ${list}`;
}
