import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import {
  addMissingLevels,
  keyOf,
  leaveDeletedLocations,
  type LevelKey,
  lockOpenLevels,
  mainLocation,
  writeMoves,
} from "./levels.ts";
import { type RestockedShipment, readRoomForReturns } from "./room-for-returns.ts";
import { publishingStock } from "./shown-stock.ts";

/** Units of an order to return to stock. If `location` is null, they go back to the locations they were sold from. */
export type ReturnedUnits = { variantId: string; quantity: number; location: string | null };

type Sold = LevelKey & { units: number };

/**
 * Puts units of an order back in stock, but none twice (readRoomForReturns) and none of a test order. Returns how many.
 * Units from a deleted location go to the main one. `shipment`: the shipment that came back, if any. The caller must
 * hold the order's lock and have recorded the returned shipment or completed refund.
 */
export async function returnStock(
  tx: Transaction,
  orderId: string,
  returned: readonly ReturnedUnits[],
  reason: string,
  shipment?: RestockedShipment,
): Promise<number> {
  const room = await readRoomForReturns(tx, orderId, shipment);
  const units = returned.map((each) => {
    const left = room.get(each.variantId) ?? 0;
    const quantity = Math.min(each.quantity, left);
    room.set(each.variantId, left - quantity);
    return { ...each, quantity };
  });
  return putBack(tx, orderId, units, reason, shipment?.id);
}

/** Puts units back in stock, at most those that the ledger shows as sold and not yet returned. */
async function putBack(
  tx: Transaction,
  orderId: string,
  returned: readonly ReturnedUnits[],
  reason: string,
  referenceId?: string,
): Promise<number> {
  const sold = await readSold(tx, orderId);
  const units = await inOpenLocations(tx, spread(sold, returned));
  if (units.length === 0) return 0;
  const variantIds = [...new Set(units.map(({ variantId }) => variantId))];
  return publishingStock(tx, variantIds, async () => {
    await addMissingLevels(tx, units);
    const levels = new Set((await lockOpenLevels(tx, units)).map(keyOf));
    const moves = units.filter((unit) => levels.has(keyOf(unit)));
    await writeMoves(
      tx,
      moves.map(({ variantId, location, units: onHand }) => ({
        variantId,
        location,
        onHand,
        reason,
        ...(referenceId === undefined ? {} : { referenceId }),
        orderId,
        kind: "return" as const,
      })),
    );
    // A location may have been deleted while this call waited for the levels.
    await leaveDeletedLocations(tx, variantIds);
    return moves.reduce((all, move) => all + move.units, 0);
  });
}

/**
 * Puts back in stock all units that the order sold and that haven't been returned yet, except those in `leftOut` (units
 * by variant). Returns how many were put back.
 */
export async function returnAllStock(
  tx: Transaction,
  orderId: string,
  reason: string,
  leftOut: ReadonlyMap<string, number>,
): Promise<number> {
  const left = Map.groupBy(await readSold(tx, orderId), ({ variantId }) => variantId);
  const units = [...left].map(([variantId, at]) => ({
    variantId,
    quantity: at.reduce((all, each) => all + each.units, -(leftOut.get(variantId) ?? 0)),
    location: null,
  }));
  return putBack(tx, orderId, units, reason);
}

/**
 * Reads the units that the order sold at each location, or moved there to be shipped, minus those returned there.
 * Negative if more units were returned than sold.
 */
function readSold(tx: Transaction, orderId: string): Promise<Sold[]> {
  return tx.rows<Sold>(sql`
    select variant_id as "variantId", location, -sum(on_hand_delta)::int as units from shop.stock_movements
    where store_id = ${tx.storeId} and order_id = ${orderId} and kind in ('sale', 'transfer', 'return')
    group by 1, 2 order by 1, 2`);
}

/** Splits the returned units among the locations that sold them. The result contains each level once. */
function spread(sold: readonly Sold[], returned: readonly ReturnedUnits[]): Sold[] {
  const left = Map.groupBy(
    sold.map((at) => Object.assign({}, at)),
    ({ variantId }) => variantId,
  );
  const parts: Sold[] = [];
  for (const { variantId, quantity, location } of returned) {
    const ofVariant = left.get(variantId) ?? [];
    const all = ofVariant.reduce((sum, { units }) => sum + units, 0);
    let missing = Math.min(quantity, Math.max(0, all));
    for (const at of ofVariant) {
      const units = Math.min(missing, Math.max(0, at.units));
      at.units -= units;
      missing -= units;
      if (units > 0) parts.push({ variantId, location: location ?? at.location, units });
    }
  }
  return joined(parts);
}

async function inOpenLocations(tx: Transaction, units: readonly Sold[]): Promise<Sold[]> {
  const rows = await tx.rows<{ code: string }>(sql`
    select code from shop.locations where store_id = ${tx.storeId} and deleted_at is null
      and code = any(${units.map(({ location }) => location)}::text[])`);
  const open = new Set(rows.map(({ code }) => code));
  return joined(
    units.map((unit) => (open.has(unit.location) ? unit : { ...unit, location: mainLocation })),
  );
}

/** Adds up the units of each level. */
function joined(parts: readonly Sold[]): Sold[] {
  const levels = new Map<string, Sold>();
  for (const part of parts) {
    const known = levels.get(keyOf(part));
    if (known === undefined) levels.set(keyOf(part), { ...part });
    else known.units += part.units;
  }
  return [...levels.values()];
}
