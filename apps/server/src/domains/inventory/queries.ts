import type { InventoryLevel, inventory } from "@vetrina/contract/inventory";
import { lowStockAt } from "@vetrina/commerce/constants";
import type { Context, Transaction } from "../../platform/context.ts";
import { joinSql, type Sql, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import type { LevelKey } from "./levels.ts";

type Row = Omit<InventoryLevel, "updatedAt"> & { updatedAt: Date };
type Page = { page: number; limit: number };

const isLow = sql`(l.on_hand - l.reserved <= coalesce(l.reorder_point, ${lowStockAt}))`;
const columns = sql`l.id, l.variant_id as "variantId", p.id as "productId", l.location, p.name as "productName",
  v.name as "variantName", v.sku, l.on_hand as "onHand", l.reserved, l.on_hand - l.reserved as available, l.incoming,
  l.reorder_point as "reorderPoint", ${isLow} as "isLow", l.backorder_limit as "backorderLimit",
  l.backorder_on::text as "backorderDate", l.updated_at as "updatedAt"`;
const source = sql`shop.inventory_levels l
  join shop.variants v on v.store_id = l.store_id and v.id = l.variant_id and v.deleted_at is null
  join shop.products p on p.store_id = v.store_id and p.id = v.product_id and p.deleted_at is null`;

/** Stock levels by product, variant and location. */
export function listLevels(
  ctx: Context,
  query: Input<typeof inventory.listLevels>,
): Promise<Output<typeof inventory.listLevels>> {
  const order = sql`p.name, p.id, v.position, v.id, l.location`;
  return ctx.tx((tx) => readPage(tx, conditionsOf(query), order, query));
}

/** The low levels, those with the fewest units first. */
export function listLowStock(
  ctx: Context,
  query: Input<typeof inventory.listLowStock>,
): Promise<Output<typeof inventory.listLowStock>> {
  const { location, soldOut, hasReorderPoint, search } = query;
  const conditions = [isLow];
  if (location !== undefined) conditions.push(sql`l.location = ${location}`);
  if (soldOut !== undefined) conditions.push(sql`(l.on_hand - l.reserved <= 0) = ${soldOut}`);
  if (hasReorderPoint !== undefined)
    conditions.push(sql`(l.reorder_point is not null) = ${hasReorderPoint}`);
  if (search !== undefined && search !== "") {
    const pattern = `%${search.replaceAll(/[\\%_]/g, "\\$&")}%`;
    conditions.push(sql`concat_ws(' ', p.name, v.name, v.sku) ilike ${pattern}`);
  }
  const order = sql`l.on_hand - l.reserved, p.name, p.id, v.position, v.id, l.location`;
  return ctx.tx((tx) => readPage(tx, conditions, order, query));
}

async function readPage(
  tx: Transaction,
  conditions: readonly Sql[],
  order: Sql,
  { page, limit }: Page,
): Promise<Page & { items: InventoryLevel[]; total: number }> {
  const where = joinSql([sql`l.store_id = ${tx.storeId}`, ...conditions], " and ");
  const rows = await tx.rows<Row>(sql`
    select ${columns} from ${source} where ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}`);
  const counted = await tx.row<{ total: number }>(
    sql`select count(*)::int as total from ${source} where ${where}`,
  );
  return { items: rows.map(toWire), page, limit, total: counted?.total ?? 0 };
}

/** One level with the product it belongs to. Throws NOT_FOUND. */
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

function conditionsOf(query: Input<typeof inventory.listLevels>): Sql[] {
  const { location, lowStock, startDate, endDate, entityType, entityId } = query;
  const conditions: Sql[] = [];
  if (location !== undefined) conditions.push(sql`l.location = ${location}`);
  if (startDate !== undefined) conditions.push(sql`l.updated_at >= ${startDate}`);
  if (endDate !== undefined) conditions.push(sql`l.updated_at <= ${endDate}`);
  if (lowStock !== undefined) conditions.push(sql`${isLow} = ${lowStock}`);
  if (entityId !== undefined) {
    const ofVariant = sql`l.variant_id = ${entityId}`;
    const ofProduct = sql`p.id = ${entityId}`;
    if (entityType === "VARIANT") conditions.push(ofVariant);
    else if (entityType === "PRODUCT") conditions.push(ofProduct);
    else conditions.push(sql`(${ofVariant} or ${ofProduct})`);
  }
  return conditions;
}

function toWire({ updatedAt, ...row }: Row): InventoryLevel {
  return { ...row, updatedAt: updatedAt.toISOString() };
}
