import type { InventoryLevel } from "@vetrina/contract/stock/inventory";
import { lowStockAt } from "@vetrina/commerce/constants";
import type { Transaction } from "../../platform/context.ts";
import { joinSql, type Sql, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { LevelKey } from "./levels.ts";

type Row = Omit<InventoryLevel, "updatedAt"> & { updatedAt: Date };
type Page = { page: number; limit: number };

export const isLow = sql`(l.on_hand - l.reserved <= coalesce(l.reorder_point, ${lowStockAt}))`;
const columns = sql`l.id, l.variant_id as "variantId", p.id as "productId", l.location, p.name as "productName",
  v.name as "variantName", v.sku, l.on_hand as "onHand", l.reserved, l.on_hand - l.reserved as available, l.incoming,
  l.reorder_point as "reorderPoint", ${isLow} as "isLow", l.backorder_limit as "backorderLimit",
  l.backorder_on::text as "backorderDate", l.updated_at as "updatedAt"`;
const source = sql`shop.inventory_levels l
  join shop.variants v on v.store_id = l.store_id and v.id = l.variant_id and v.deleted_at is null
  join shop.products p on p.store_id = v.store_id and p.id = v.product_id and p.deleted_at is null`;

/** The highest number of levels that a list counts. */
const maxCounted = 10_000;

/** Returns one page of the store's levels that meet all conditions. Counts at most 10,000. */
export async function readLevels(
  tx: Transaction,
  conditions: readonly Sql[],
  order: Sql,
  { page, limit }: Page,
): Promise<Page & { items: InventoryLevel[]; total: number }> {
  const where = joinSql([sql`l.store_id = ${tx.storeId}`, ...conditions], " and ");
  const rows = await tx.rows<Row>(sql`
    select ${columns} from ${source} where ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}`);
  const counted = await tx.row<{ total: number }>(
    sql`select count(*)::int as total from (select from ${source} where ${where} limit ${maxCounted}) counted`,
  );
  return { items: rows.map(toWire), page, limit, total: counted?.total ?? 0 };
}

/** Reads one level with its product. Throws NOT_FOUND. */
export async function readLevel(
  tx: Transaction,
  { variantId, location }: LevelKey,
): Promise<InventoryLevel> {
  const row = await tx.row<Row>(sql`
    select ${columns} from ${source}
    where l.store_id = ${tx.storeId} and l.variant_id = ${variantId} and l.location = ${location}`);
  if (row === undefined) throw notFound("variant");
  return toWire(row);
}

function toWire({ updatedAt, ...row }: Row): InventoryLevel {
  return { ...row, updatedAt: updatedAt.toISOString() };
}
