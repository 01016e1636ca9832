import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";

/**
 * Sets variants' back-order limits. Orders keep the units that they already hold or have bought, even beyond a new
 * limit.
 */
export async function setBackorderLimits(
  tx: Transaction,
  variants: readonly { id: string; limit: number }[],
): Promise<void> {
  if (variants.length === 0) return;
  const rows = variants.map(({ id, limit }) => ({ id, max: limit, level: newId() }));
  const json = JSON.stringify(rows);
  const ids = rows.map(({ id }) => id);
  const shape = sql`as r (id uuid, max int, level uuid)`;
  await openLevels(tx, json);
  await tx.run(sql`
    with held as (
      select l.variant_id, r.max from shop.inventory_levels l
      join jsonb_to_recordset(${json}::jsonb) ${shape} on r.id = l.variant_id
      where l.store_id = ${tx.storeId} and l.variant_id = any(${ids}::uuid[]) and l.location = 'main' order by l.variant_id for update of l
    )
    update shop.inventory_levels l set backorder_limit = h.max, updated_at = now(),
      backorder_on = case when h.max > 0 then l.backorder_on end, min_available = least(-h.max, l.on_hand - l.reserved)
    from held h where l.store_id = ${tx.storeId} and l.variant_id = any(${ids}::uuid[])
      and l.variant_id = h.variant_id and l.location = 'main'`);
}

/**
 * Creates missing levels of variants at the main location. Each element of `rows` has an `id` (the variant's) and a
 * `level` (the new level's).
 */
async function openLevels(tx: Transaction, rows: string): Promise<void> {
  await tx.run(sql`
    insert into shop.inventory_levels (store_id, id, variant_id)
    select ${tx.storeId}, level, id from jsonb_to_recordset(${rows}::jsonb) as r (id uuid, level uuid) order by id
    on conflict (store_id, variant_id, location) do nothing`);
}

/**
 * Sets the units of many imported variants at the main location, and writes the differences to the ledger. Locks the
 * levels in the same order as orders do.
 */
export async function setImportedStock(
  tx: Transaction,
  variants: readonly { id: string; onHand: number }[],
): Promise<void> {
  if (variants.length === 0) return;
  const rows = variants.map(({ id, onHand }) => ({
    id,
    units: onHand,
    level: newId(),
    movement: newId(),
  }));
  const json = JSON.stringify(rows);
  const ids = rows.map(({ id }) => id);
  const shape = sql`as r (id uuid, units int, level uuid, movement uuid)`;
  await openLevels(tx, json);
  // Sets more units than the import says if orders that were placed after the import was planned need them.
  await tx.run(sql`
    with sent as (
      select * from jsonb_to_recordset(${json}::jsonb) ${shape}
    ), held as (
      select l.variant_id, l.on_hand, greatest(w.units, l.reserved + l.min_available) as units, w.movement
      from shop.inventory_levels l join sent w on w.id = l.variant_id
      where l.store_id = ${tx.storeId} and l.variant_id = any(${ids}::uuid[]) and l.location = 'main'
      order by l.variant_id for update of l
    ), moved as (
      update shop.inventory_levels l set on_hand = h.units, updated_at = now() from held h
      where l.store_id = ${tx.storeId} and l.variant_id = any(${ids}::uuid[])
        and l.variant_id = h.variant_id and l.location = 'main'
    )
    insert into shop.stock_movements (store_id, id, variant_id, kind, on_hand_delta, reason)
    select ${tx.storeId}, movement, variant_id, 'adjust', units - on_hand, 'Import' from held where units <> on_hand`);
}

export type LevelSettings = {
  variantId: string;
  location: string;
  reorderPoint: number | null;
  backorderLimit: number;
  /** An ISO date, or null if none is set. */
  backorderDate: string | null;
};

/** Writes the settings of new variants' levels. */
export async function setLevelSettings(
  tx: Transaction,
  levels: readonly LevelSettings[],
): Promise<void> {
  if (levels.length === 0) return;
  const ids = levels.map(({ variantId }) => variantId);
  await tx.run(sql`
    update shop.inventory_levels l set reorder_point = r."reorderPoint", backorder_limit = r."backorderLimit",
      backorder_on = r."backorderDate", min_available = -r."backorderLimit"
    from jsonb_to_recordset(${JSON.stringify(levels)}::jsonb) as r ("variantId" uuid, location text, "reorderPoint" int,
      "backorderLimit" int, "backorderDate" date)
    where l.store_id = ${tx.storeId} and l.variant_id = any(${ids}::uuid[])
      and l.variant_id = r."variantId" and l.location = r.location`);
}
