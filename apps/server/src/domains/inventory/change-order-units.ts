import type { Transaction } from "../../platform/context.ts";
import { noteCopies } from "../../platform/database/copies.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { keyOf, leaveDeletedLocations, type LevelKey, writeMoves } from "./levels.ts";
import { readOrderUnits } from "./order-units.ts";
import { publishingStock } from "./shown-stock.ts";

/** Units that an order no longer needs, with one entry per variant. */
export type RemovedUnits = { variantId: string; quantity: number };

type Units = LevelKey & { units: number };

/** Releases units that an order holds. The caller must hold the order's lock. */
export async function unholdUnits(
  tx: Transaction,
  orderId: string,
  removed: readonly RemovedUnits[],
): Promise<void> {
  if (removed.length === 0) return;
  const held = await tx.rows<Units>(sql`
    select variant_id as "variantId", location, sum(reserved_delta)::int as units from shop.stock_movements
    where store_id = ${tx.storeId} and order_id = ${orderId} group by 1, 2 order by 1, 2`);
  const rows = spread(removed, held).map((unit) => Object.assign({ id: newId() }, unit));
  noteCopies(tx, { rows: rows.length });
  await tx.run(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, "variantId" uuid, location text, units int)
    ), moved as (
      update shop.inventory_levels l set reserved = l.reserved - g.units, updated_at = now() from given g
      where l.store_id = ${tx.storeId} and l.variant_id = any(array(select "variantId" from given))
        and l.variant_id = g."variantId" and l.location = g.location
      returning g.id, l.variant_id, l.location, g.units
    )
    insert into shop.stock_movements (store_id, id, variant_id, location, kind, reserved_delta, reason, order_id)
    select ${tx.storeId}, id, variant_id, location, 'hold', -units, 'Order changed', ${orderId} from moved`);
}

/**
 * Puts an order's bought but unshipped units back at the locations that sold them, so that they no longer count as
 * sold. `shipped`: the units that have left each location. The caller must hold the order's lock.
 */
export async function unsellUnits(
  tx: Transaction,
  orderId: string,
  removed: readonly RemovedUnits[],
  shipped: readonly (LevelKey & { quantity: number })[],
): Promise<void> {
  if (removed.length === 0) return;
  const sold = await readOrderUnits(tx, { id: orderId, isTest: false });
  const gone = new Map(shipped.map((at) => [keyOf(at), at.quantity]));
  const here = sold.map(({ variantId, location, ...ledger }) => {
    const left = Math.max(0, ledger.sold - (gone.get(keyOf({ variantId, location })) ?? 0));
    const fresh = Math.min(left, Math.max(0, left - ledger.restocked));
    return { variantId, location, left, fresh };
  });
  // First takes units that were certainly not restocked (`fresh`), then the rest. The rest counts as sold only if the
  // restocked units are among the shipped ones.
  const units = spread(removed, [
    ...here.map(({ variantId, location, fresh: units }) => ({ variantId, location, units })),
    ...here.map(({ variantId, location, left, fresh }) => ({
      variantId,
      location,
      units: left - fresh,
    })),
  ]);
  const variantIds = removed.map(({ variantId }) => variantId);
  await publishingStock(tx, variantIds, async () => {
    await writeMoves(
      tx,
      units.map(({ variantId, location, units: onHand }) => ({
        variantId,
        location,
        onHand,
        orderId,
        kind: "sale" as const,
        reason: "Order changed",
      })),
    );
    await leaveDeletedLocations(tx, variantIds);
  });
}

/** Splits the removed units among the locations that have units of the order. The result contains each level once. */
function spread(removed: readonly RemovedUnits[], there: readonly Units[]): Units[] {
  const ofVariant = Map.groupBy(there, ({ variantId }) => variantId);
  const levels = new Map<string, Units>();
  for (const { variantId, quantity } of removed) {
    let missing = quantity;
    for (const at of ofVariant.get(variantId) ?? []) {
      const part = Math.min(missing, Math.max(0, at.units));
      missing -= part;
      const units = part + (levels.get(keyOf(at))?.units ?? 0);
      if (units > 0) levels.set(keyOf(at), { variantId, location: at.location, units });
    }
  }
  return [...levels.values()];
}
