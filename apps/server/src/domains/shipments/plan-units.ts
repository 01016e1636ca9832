import type { ShippedUnits } from "../order-records/fulfillment.ts";
import type { LedgerUnits } from "../inventory/order-units.ts";
import { keyOf, mainLocation } from "../inventory/levels.ts";
import type { UnitsInStock } from "../inventory/room-for-returns.ts";

/** Units of an order item that a shipment takes. */
export type WantedUnits = { orderItemId: string; variantId: string; quantity: number };
/** Units of an order item that a shipment takes, with the location they leave from. */
export type PlannedLine = WantedUnits & { location: string };
/** Units of a variant that were sold from one location and leave from another. */
export type PlannedMove = { variantId: string; from: string; to: string; quantity: number };

/** Units of a variant at one location. */
export type TakenUnits = { variantId: string; location: string; quantity: number };

/**
 * Chooses where the units leave from. With `location`, all leave from there, and units sold elsewhere are moved.
 * Otherwise units leave from where they were sold: all of an item's units from one location if it sold enough, else in
 * the order of `ledger`. `shares` lists where the units were sold, last those that are back in stock.
 */
export function planUnits(
  wanted: readonly WantedUnits[],
  ledger: readonly LedgerUnits[],
  shipped: readonly ShippedUnits[],
  location: string | undefined,
): { lines: PlannedLine[]; moves: PlannedMove[]; shares: TakenUnits[] } {
  const pool = poolOf(ledger, shipped);
  const lines: PlannedLine[] = [];
  const moves: PlannedMove[] = [];
  const shares: TakenUnits[] = [];
  for (const item of wanted) {
    const taken = pool.take(item, location);
    shares.push(...taken.map((one) => ({ variantId: item.variantId, ...one })));
    if (location === undefined) {
      lines.push(...taken.map((one) => ({ ...item, ...one })));
      continue;
    }
    lines.push({ ...item, location });
    for (const { location: from, quantity } of taken)
      if (from !== location)
        moves.push({ variantId: item.variantId, from, to: location, quantity });
  }
  return { lines, moves: added(moves), shares };
}

type Share = { location: string; quantity: number };

function poolOf(ledger: readonly LedgerUnits[], shipped: readonly ShippedUnits[]) {
  const gone = new Map(shipped.map((one) => [keyOf(one), one.quantity]));
  const rows = ledger.map((row) => {
    const left = Math.max(0, row.sold - (gone.get(keyOf(row)) ?? 0));
    return { ...row, left, fresh: Math.max(0, left - Math.max(0, row.restocked)) };
  });
  const ofVariant = Map.groupBy(rows, (row) => row.variantId);
  return {
    /** Takes an item's units from `first`, and then from other locations. */
    take({ variantId, quantity }: WantedUnits, first: string | undefined): Share[] {
      const mine = ofVariant.get(variantId) ?? [];
      const rank = (row: (typeof mine)[number]) =>
        row.location === first ? 0 : row.fresh >= quantity ? 1 : 2;
      const ordered = mine.toSorted((a, b) => rank(a) - rank(b));
      const shares = new Map<string, number>();
      let open = quantity;
      // Units that are back in stock are taken last, because others may have bought them in the meantime.
      for (const kind of ["fresh", "left"] as const)
        for (const row of ordered) {
          const units = Math.min(open, row[kind]);
          if (units === 0) continue;
          row.fresh = Math.max(0, row.fresh - units);
          row.left -= units;
          open -= units;
          shares.set(row.location, (shares.get(row.location) ?? 0) + units);
        }
      // The remaining units have no ledger entry, for example in a test order for a variant that never had stock.
      if (open > 0) {
        const location = first ?? mainLocation;
        shares.set(location, (shares.get(location) ?? 0) + open);
      }
      return [...shares].map(([location, units]) => ({ location, quantity: units }));
    },
  };
}

/**
 * Takes the given number of units of each variant from `shares`, beginning at the end. Returns one entry for each
 * level.
 */
export function lastShares(
  shares: readonly TakenUnits[],
  units: ReadonlyMap<string, number>,
): TakenUnits[] {
  const open = new Map(units);
  const levels = new Map<string, TakenUnits>();
  for (const share of shares.toReversed()) {
    const missing = open.get(share.variantId) ?? 0;
    const part = Math.min(missing, share.quantity);
    if (part === 0) continue;
    open.set(share.variantId, missing - part);
    const quantity = part + (levels.get(keyOf(share))?.quantity ?? 0);
    levels.set(keyOf(share), { ...share, quantity });
  }
  return [...levels.values()];
}

/**
 * Returns how many units of each variant that are back in stock must leave it again for this shipment. Units that are
 * not back in stock are shipped first. `owed` lists all units that are left to ship.
 */
export function unitsToTake(
  wanted: readonly WantedUnits[],
  owed: readonly WantedUnits[],
  inStock: UnitsInStock,
): Map<string, number> {
  const left = new Map(owed.map(({ orderItemId, quantity }) => [orderItemId, quantity]));
  const units = new Map<string, number>();
  for (const [variantId, items] of Map.groupBy(wanted, (item) => item.variantId)) {
    const all = items.reduce((sum, { quantity }) => sum + quantity, 0);
    const needed = items.reduce((sum, { orderItemId, quantity }) => {
      const free = (left.get(orderItemId) ?? 0) - (inStock.owed.get(orderItemId) ?? 0);
      return sum + Math.max(0, quantity - free);
    }, 0);
    units.set(variantId, Math.min(all, needed + (inStock.extra.get(variantId) ?? 0)));
  }
  return units;
}

/**
 * Returns how many units of each variant a location still owes the order: those that are left to ship and aren't back
 * in stock, but no more than were sold there and haven't left.
 */
export function unshippedUnits(
  owed: readonly WantedUnits[],
  inStock: UnitsInStock["owed"],
  at: { ledger: readonly LedgerUnits[]; shipped: readonly ShippedUnits[] },
): Map<string, number> {
  const units = new Map<string, number>();
  for (const { variantId, orderItemId, quantity } of owed)
    units.set(variantId, (units.get(variantId) ?? 0) + quantity - (inStock.get(orderItemId) ?? 0));
  const gone = new Map(at.shipped.map(({ variantId, quantity }) => [variantId, quantity]));
  return new Map(
    at.ledger.map(({ variantId, sold }) => [
      variantId,
      Math.max(0, Math.min(units.get(variantId) ?? 0, sold - (gone.get(variantId) ?? 0))),
    ]),
  );
}

/** Adds up the moves of a variant between the same two locations. */
function added(moves: readonly PlannedMove[]): PlannedMove[] {
  const sums = new Map<string, PlannedMove>();
  for (const move of moves) {
    const key = [move.variantId, move.from, move.to].join(" ");
    const sum = sums.get(key);
    sums.set(key, { ...move, quantity: move.quantity + (sum?.quantity ?? 0) });
  }
  return [...sums.values()];
}
