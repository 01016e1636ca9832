import type { StockCount, StockCountWithLines } from "@vetrina/contract/stock/stock-counts";
import type { Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { notFound } from "../../../platform/errors.ts";

export type CountRow = Omit<StockCount, "countedAt" | "createdAt"> & {
  countedAt: Date;
  createdAt: Date;
};

export const countColumns = sql`c.store_id as "storeId", c.id, c.location, c.note, c.counted_at as "countedAt",
  c.created_at as "createdAt", s.variants, s.difference`;
export const countSource = sql`shop.stock_counts c cross join lateral (
    select count(*)::int as variants, coalesce(sum(l.counted - l.expected), 0)::int as difference
    from shop.stock_count_lines l where l.store_id = c.store_id and l.count_id = c.id) s`;

/** Reads one count. Throws NOT_FOUND. */
export async function readCount(tx: Transaction, id: string): Promise<StockCountWithLines> {
  const row = await tx.row<CountRow>(
    sql`select ${countColumns} from ${countSource} where c.store_id = ${tx.storeId} and c.id = ${id}`,
  );
  if (row === undefined) throw notFound("stock count");
  const lines = await tx.rows<StockCountWithLines["lines"][number]>(sql`
    select l.variant_id as "variantId", p.name as "productName", v.name as "variantName", v.sku, l.expected, l.counted
    from shop.stock_count_lines l
    join shop.variants v on v.store_id = l.store_id and v.id = l.variant_id
    join shop.products p on p.store_id = v.store_id and p.id = v.product_id
    where l.store_id = ${tx.storeId} and l.count_id = ${id} order by p.name, v.position, v.id`);
  return { ...countToWire(row), lines };
}

export function countToWire(row: CountRow): StockCount {
  return {
    ...row,
    countedAt: row.countedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  };
}
