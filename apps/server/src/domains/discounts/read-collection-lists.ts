import type { Discount, Scope } from "@vetrina/commerce/pricing/discount";
import { type Queryable, sql } from "../../platform/database/sql.ts";

type Scoped = Pick<Discount, "scope" | "excluded" | "give">;

/**
 * Discounts whose lists of collections are replaced by names. `listsOf`: for each product id, the names of the lists
 * with a collection that contains the product.
 */
export type CollectionLists<D extends Scoped> = {
  discounts: readonly D[];
  listsOf: ReadonlyMap<string, readonly string[]>;
};

/**
 * Replaces each list of collections in the discounts with a single name. Needed because a product can be in thousands
 * of the collections that a hundred discounts refer to. Runs no query if the discounts refer to no collections.
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
  const listsWith = finderOf(lists, named.length);
  const listsOf = new Map(rows.map((row) => [row.product_id, listsWith(row.indexes)]));
  return { discounts: renamed, listsOf };
}

/**
 * Gives each list of collections a name. `named`: the ids of all listed collections. `lists`: for each list, the
 * indexes of its collections in `named`.
 */
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

/**
 * Returns a function from the indexes of collections to the names of the lists with any of them. Stores each
 * collection's lists as bits for speed: a product can be in thousands of collections, and each of those in hundreds of
 * lists.
 */
function finderOf(
  lists: readonly (readonly number[])[],
  collections: number,
): (indexes: readonly number[]) => string[] {
  const size = Math.ceil(lists.length / 32);
  const bits = new Int32Array(collections * size);
  for (const [i, list] of lists.entries())
    for (const index of list) {
      const at = index * size + (i >> 5);
      bits[at] = (bits[at] ?? 0) | (1 << (i & 31));
    }
  return (indexes) => {
    const found = new Int32Array(size);
    for (const index of indexes)
      for (let word = 0; word < size; word++)
        found[word] = (found[word] ?? 0) | (bits[index * size + word] ?? 0);
    return lists.flatMap((_, i) =>
      ((found[i >> 5] ?? 0) & (1 << (i & 31))) === 0 ? [] : [nameOf(i)],
    );
  };
}

function nameOf(list: number): string {
  return `list ${list}`;
}
