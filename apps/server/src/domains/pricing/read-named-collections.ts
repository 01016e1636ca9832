import type { Discount } from "@vetrina/commerce/pricing/discount";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import { namedCollections } from "../discounts/named-collections.ts";
import type { Line } from "./read-lines.ts";

/**
 * By product, those of its collections that the discounts name. A product can be in thousands of others, which
 * don't affect prices. Runs no query if none is named.
 */
export async function readNamedCollections(
  reader: Queryable,
  storeId: string,
  lines: readonly Pick<Line, "productId">[],
  discounts: readonly Pick<Discount, "scope" | "excluded" | "give">[],
): Promise<Map<string, string[]>> {
  const named = namedCollections(discounts);
  if (named.length === 0 || lines.length === 0) return new Map();
  const products = [...new Set(lines.map(({ productId }) => productId))];
  // Indexes into `named` are shorter than ids, and JSON is parsed faster than arrays of PostgreSQL.
  const rows = await reader.rows<{ product_id: string; indexes: number[] }>(sql`
    select c.product_id, json_agg(n.index - 1) as indexes
    from catalogue.collection_products c
    join unnest(${named}::uuid[]) with ordinality n (id, index) on n.id = c.collection_id
    where c.store_id = ${storeId} and c.product_id = any(${products}::uuid[])
    group by c.product_id`);
  return new Map(
    rows.map(({ product_id, indexes }) => [product_id, indexes.map((index) => named[index] ?? "")]),
  );
}
