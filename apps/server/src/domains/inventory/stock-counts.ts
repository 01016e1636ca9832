import type { StockCount, stockCounts, StockCountWithLines } from "@vetrina/contract/stock-counts";
import type { Context, Transaction } from "../../platform/context.ts";
import { joinSql, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";

type Row = Omit<StockCount, "countedAt" | "createdAt"> & { countedAt: Date; createdAt: Date };

const columns = sql`c.store_id as "storeId", c.id, c.location, c.note, c.counted_at as "countedAt",
  c.created_at as "createdAt", s.variants, s.difference`;
const source = sql`shop.stock_counts c cross join lateral (
    select count(*)::int as variants, coalesce(sum(l.counted - l.expected), 0)::int as difference
    from shop.stock_count_lines l where l.store_id = c.store_id and l.count_id = c.id) s`;

export async function listCounts(
  ctx: Context,
  { location, page, limit }: Input<typeof stockCounts.listCounts>,
): Promise<Output<typeof stockCounts.listCounts>> {
  const conditions = [sql`c.store_id = ${ctx.store.id}`];
  if (location !== undefined) conditions.push(sql`c.location = ${location}`);
  const where = joinSql(conditions, " and ");
  return ctx.tx(async (tx) => {
    const rows = await tx.rows<Row>(sql`
      select ${columns} from ${source} where ${where} order by c.id desc limit ${limit} offset ${(page - 1) * limit}`);
    const counted = await tx.row<{ total: number }>(
      sql`select count(*)::int as total from shop.stock_counts c where ${where}`,
    );
    return { items: rows.map(toWire), page, limit, total: counted?.total ?? 0 };
  });
}

export function getCount(
  ctx: Context,
  { id }: Input<typeof stockCounts.getCount>,
): Promise<StockCountWithLines> {
  return ctx.tx((tx) => readCount(tx, id));
}

/** Throws NOT_FOUND. */
export async function readCount(tx: Transaction, id: string): Promise<StockCountWithLines> {
  const row = await tx.row<Row>(
    sql`select ${columns} from ${source} where c.store_id = ${tx.storeId} and c.id = ${id}`,
  );
  if (row === undefined) throw notFound("stock count");
  const lines = await tx.rows<StockCountWithLines["lines"][number]>(sql`
    select l.variant_id as "variantId", p.name as "productName", v.name as "variantName", v.sku, l.expected, l.counted
    from shop.stock_count_lines l
    join shop.variants v on v.store_id = l.store_id and v.id = l.variant_id
    join shop.products p on p.store_id = v.store_id and p.id = v.product_id
    where l.store_id = ${tx.storeId} and l.count_id = ${id} order by p.name, v.position, v.id`);
  return { ...toWire(row), lines };
}

function toWire(row: Row): StockCount {
  return {
    ...row,
    countedAt: row.countedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  };
}
