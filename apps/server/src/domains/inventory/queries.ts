import type { InventoryLevel } from "@vetrina/contract/stock/inventory";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { LevelKey } from "./levels.ts";

export type LevelRow = Omit<InventoryLevel, "updatedAt"> & { updatedAt: Date };

export const levelColumns = sql`l.id, l.variant_id as "variantId", p.id as "productId", l.location, p.name as "productName",
  v.name as "variantName", v.sku, l.on_hand as "onHand", l.reserved, l.on_hand - l.reserved as available, l.incoming,
  l.reorder_point as "reorderPoint", l.low_units is not null as "isLow", l.backorder_limit as "backorderLimit",
  l.backorder_on::text as "backorderDate", l.updated_at as "updatedAt"`;

/** Reads one level with its product. Throws NOT_FOUND. */
export async function readLevel(
  tx: Transaction,
  { variantId, location }: LevelKey,
): Promise<InventoryLevel> {
  const row = await tx.row<LevelRow>(sql`
    select ${levelColumns} from shop.inventory_levels l
    join shop.variants v on v.store_id = l.store_id and v.id = l.variant_id and v.deleted_at is null
    join shop.products p on p.store_id = v.store_id and p.id = v.product_id and p.deleted_at is null
    where l.store_id = ${tx.storeId} and l.variant_id = ${variantId} and l.location = ${location}`);
  if (row === undefined) throw notFound("variant");
  return levelToWire(row);
}

export function levelToWire({ updatedAt, ...row }: LevelRow): InventoryLevel {
  return { ...row, updatedAt: updatedAt.toISOString() };
}
