import type { Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { holdStock, type RequestedUnits, sellHeldStock } from "./hold-stock.ts";
import { leaveDeletedLocations, lockLevelsOf, movementId } from "./levels.ts";
import { publishingStock } from "./shown-stock.ts";

/**
 * Exchanges units of one variant of a paid order for as many of another. A test order sells nothing, so its held units
 * are exchanged, if it has any. Locks levels in the same order as orders do. The caller must hold the order's lock.
 * Throws OUT_OF_STOCK.
 */
export async function swapUnits(
  tx: Transaction,
  { id: orderId, isTest }: { id: string; isTest: boolean },
  from: string,
  to: RequestedUnits,
): Promise<void> {
  // Locks the levels of both variants at once, because two orders may swap the same variants in opposite directions.
  await lockLevelsOf(tx, [from, to.variantId]);
  if (isTest && !(await isHeld(tx, orderId, from))) return;
  await publishingStock(tx, [from, to.variantId], async () => {
    await holdStock(tx, orderId, [to]);
    if (isTest) return releaseUnits(tx, orderId, from, to.quantity);
    await sellHeldStock(tx, orderId);
    await unsellUnits(tx, orderId, from, to.quantity);
    return leaveDeletedLocations(tx, [from]);
  });
}

const reason = "Size changed";

async function isHeld(tx: Transaction, orderId: string, variantId: string): Promise<boolean> {
  const row = await tx.row<{ held: boolean }>(sql`
    select coalesce(sum(reserved_delta), 0) > 0 as held from shop.stock_movements
    where store_id = ${tx.storeId} and order_id = ${orderId} and variant_id = ${variantId}`);
  return row?.held === true;
}

/** Releases units of one variant that the order holds, at each location. */
async function releaseUnits(
  tx: Transaction,
  orderId: string,
  variantId: string,
  quantity: number,
): Promise<void> {
  await tx.run(sql`
    with shares as (${sharesOf(tx, orderId, variantId, quantity, sql`reserved_delta`)}), moved as (
      update shop.inventory_levels l set reserved = l.reserved - s.units, updated_at = now() from shares s
      where l.store_id = ${tx.storeId} and l.variant_id = ${variantId} and l.location = s.location and s.units > 0
      returning l.location, s.units
    )
    insert into shop.stock_movements (store_id, id, variant_id, location, kind, reserved_delta, reason, order_id)
    select ${tx.storeId}, ${movementId()}, ${variantId}, location, 'release', -units, ${reason}, ${orderId} from moved`);
}

/** Returns one variant's sold units to the locations they were sold from. They no longer count as sold. */
async function unsellUnits(
  tx: Transaction,
  orderId: string,
  variantId: string,
  quantity: number,
): Promise<void> {
  await tx.run(sql`
    with shares as (${sharesOf(tx, orderId, variantId, quantity, sql`-on_hand_delta`)}), moved as (
      update shop.inventory_levels l set on_hand = l.on_hand + s.units, updated_at = now() from shares s
      where l.store_id = ${tx.storeId} and l.variant_id = ${variantId} and l.location = s.location and s.units > 0
      returning l.location, s.units
    )
    insert into shop.stock_movements (store_id, id, variant_id, location, kind, on_hand_delta, reason, order_id)
    select ${tx.storeId}, ${movementId()}, ${variantId}, location, 'sale', units, ${reason}, ${orderId} from moved`);
}

/**
 * Returns SQL for the locations with the order's units of a variant, according to the ledger, and how many of
 * `quantity` to take from each.
 */
function sharesOf(
  tx: Transaction,
  orderId: string,
  variantId: string,
  quantity: number,
  units: Sql,
): Sql {
  return sql`
    select location, least(n, greatest(${quantity} - (sum(n) over (order by location) - n), 0))::int as units from (
      select location, sum(${units})::int as n from shop.stock_movements
      where store_id = ${tx.storeId} and order_id = ${orderId} and variant_id = ${variantId}
      group by 1 having sum(${units}) > 0) had`;
}
