import type { InventoryLevel, inventory } from "@vetrina/contract/inventory";
import { lowStockAt } from "@vetrina/commerce/constants";
import type { Context, Transaction } from "../../platform/context.ts";
import { joinSql, type Sql, sql } from "../../platform/database/sql.ts";
import type { Input, Output } from "../../platform/http/routes.ts";

type Row = Omit<InventoryLevel, "updatedAt"> & { updated_at: Date };

const columns = sql`l.id, l.variant_id as "variantId", l.location, p.name as "productName", v.name as "variantName", v.sku,
  l.on_hand as "onHand", l.reserved, l.on_hand - l.reserved as available, l.reorder_point as "reorderPoint", l.updated_at`;
const source = sql`shop.inventory_levels l
  join shop.variants v on v.store_id = l.store_id and v.id = l.variant_id and v.deleted_at is null
  join shop.products p on p.store_id = v.store_id and p.id = v.product_id and p.deleted_at is null`;

/** Stock levels by product, variant and location. Low: at the reorder point, or at 5 where none is set. */
export async function listLevels(
  ctx: Context,
  query: Input<typeof inventory.listLevels>,
): Promise<Output<typeof inventory.listLevels>> {
  const { page, limit } = query;
  const where = joinSql([sql`l.store_id = ${ctx.store.id}`, ...conditionsOf(query)], " and ");
  return ctx.tx(async (tx) => {
    const rows = await tx.rows<Row>(sql`
      select ${columns} from ${source} where ${where}
      order by p.name, p.id, v.position, v.id, l.location limit ${limit} offset ${(page - 1) * limit}`);
    const counted = await tx.row<{ total: number }>(
      sql`select count(*)::int as total from ${source} where ${where}`,
    );
    return { items: rows.map(toWire), page, limit, total: counted?.total ?? 0 };
  });
}

/** One level with the product it belongs to; undefined where there is none. */
export async function readLevel(
  tx: Transaction,
  variantId: string,
  location: string,
): Promise<{ wire: InventoryLevel; productId: string } | undefined> {
  const row = await tx.row<Row & { product_id: string }>(sql`
    select ${columns}, p.id as product_id from ${source}
    where l.store_id = ${tx.storeId} and l.variant_id = ${variantId} and l.location = ${location}`);
  if (row === undefined) return undefined;
  const { product_id: productId, ...level } = row;
  return { wire: toWire(level), productId };
}

function conditionsOf(query: Input<typeof inventory.listLevels>): Sql[] {
  const { location, lowStock, startDate, endDate, entityType, entityId } = query;
  const conditions: Sql[] = [];
  if (location !== undefined) conditions.push(sql`l.location = ${location}`);
  if (startDate !== undefined) conditions.push(sql`l.updated_at >= ${startDate}`);
  if (endDate !== undefined) conditions.push(sql`l.updated_at <= ${endDate}`);
  if (lowStock !== undefined)
    conditions.push(
      sql`(l.on_hand - l.reserved <= coalesce(l.reorder_point, ${lowStockAt})) = ${lowStock}`,
    );
  if (entityId !== undefined) {
    const ofVariant = sql`l.variant_id = ${entityId}`;
    const ofProduct = sql`p.id = ${entityId}`;
    if (entityType === "VARIANT") conditions.push(ofVariant);
    else if (entityType === "PRODUCT") conditions.push(ofProduct);
    else conditions.push(sql`(${ofVariant} or ${ofProduct})`);
  }
  return conditions;
}

function toWire({ updated_at, ...row }: Row): InventoryLevel {
  return { ...row, updatedAt: updated_at.toISOString() };
}
