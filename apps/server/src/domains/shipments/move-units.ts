import type { Transaction } from "../../platform/context.ts";
import { ApiFailure } from "../../platform/errors.ts";
import {
  leaveDeletedLocations,
  type Level,
  type LevelKey,
  lockOpenLevels,
  keyOf,
  mainLocation,
  type Move,
  writeMoves,
} from "../inventory/levels.ts";
import { unshippedOfLaterOrders } from "../inventory/order-units.ts";
import { publishingStock } from "../inventory/shown-stock.ts";
import type { PlannedLine, PlannedMove, TakenUnits } from "./plan-units.ts";

type Plan = {
  orderId: string;
  shipmentId: string;
  lines: readonly PlannedLine[];
  moves: readonly PlannedMove[];
  /** Units that the ledger shows as returned, and that leave the stock again. */
  taken: readonly TakenUnits[];
  /** By variant: the units that the main location still owes the order (unshippedUnits()). */
  unshippedAtMain: ReadonlyMap<string, number>;
  /** Returns a variant's display name. */
  nameOf: (variantId: string) => string;
};

/**
 * Locks the stock that a LIVE order is shipped from. If another location sold the units, moves the same number from the
 * shipping location to that one. Units that were put back in stock leave it again. Throws OUT_OF_STOCK if a location
 * has too few unsold units, or if sold units have not arrived yet.
 */
export async function moveUnits(tx: Transaction, plan: Plan): Promise<void> {
  const { lines, moves, taken } = plan;
  const variantIds = [...new Set([...moves, ...taken].map(({ variantId }) => variantId))];
  const work = async () => {
    const levels = await lockOpenLevels(tx, keysOf(lines, moves));
    requireUnits(plan, levels);
    await requireArrived(tx, plan, levels);
    await writeMoves(tx, ledgerMoves(plan));
    await writeMoves(tx, takenMoves(plan));
    if (moves.length > 0) await leaveDeletedLocations(tx, variantIds);
  };
  if (variantIds.length === 0) return work();
  await publishingStock(tx, variantIds, work);
}

function keysOf(lines: readonly PlannedLine[], moves: readonly PlannedMove[]): LevelKey[] {
  const keys = [
    ...lines.map(({ variantId, location }) => ({ variantId, location })),
    ...moves.map(({ variantId, from }) => ({ variantId, location: from })),
  ];
  return [...new Map(keys.map((key) => [keyOf(key), key])).values()];
}

/** Throws OUT_OF_STOCK if units are needed that other orders hold or have bought. */
function requireUnits({ moves, taken, nameOf }: Plan, levels: readonly Level[]): void {
  const needed = new Map<string, TakenUnits>();
  const need = (variantId: string, location: string, units: number) => {
    const key = keyOf({ variantId, location });
    const quantity = units + (needed.get(key)?.quantity ?? 0);
    needed.set(key, { variantId, location, quantity });
  };
  for (const { variantId, from, to, quantity } of moves) {
    need(variantId, to, quantity);
    need(variantId, from, -quantity);
  }
  for (const { variantId, location, quantity } of taken) need(variantId, location, quantity);
  const byKey = new Map(levels.map((level) => [keyOf(level), level]));
  const items = [...needed].flatMap(([key, { variantId, location, quantity: requested }]) => {
    const level = byKey.get(key);
    const available = Math.max(0, (level?.onHand ?? 0) - (level?.reserved ?? 0));
    return requested > available ? [{ variantId, location, requested, available }] : [];
  });
  const [first] = items;
  if (first === undefined) return;
  throw new ApiFailure(
    "OUT_OF_STOCK",
    `Unsold units of ${nameOf(first.variantId)} at the location ${first.location}: ${first.available}. Needed: ${first.requested}. Ship fewer, or ship from another location.`,
    { items },
  );
}

async function requireArrived(
  tx: Transaction,
  { orderId, lines, unshippedAtMain, nameOf }: Plan,
  levels: readonly Level[],
): Promise<void> {
  const items = [];
  for (const { variantId, location, onHand } of levels) {
    if (location !== mainLocation || onHand >= 0) continue;
    const requested = lines
      .filter((line) => line.variantId === variantId && line.location === location)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    if (requested === 0) continue;
    const unshipped = unshippedAtMain.get(variantId) ?? 0;
    const later = await unshippedOfLaterOrders(tx, orderId, variantId);
    const owed = Math.min(unshipped, Math.max(0, -onHand - later));
    const available = unshipped - owed;
    if (requested > available) items.push({ variantId, location, requested, available });
  }
  const [first] = items;
  if (first === undefined) return;
  const { requested, available, variantId } = first;
  throw new ApiFailure(
    "OUT_OF_STOCK",
    `Units of ${nameOf(variantId)} on back-order that have not arrived: ${requested - available}. Ship them once they arrive, or from a location that has them.`,
    { items },
  );
}

function ledgerMoves({ orderId, shipmentId, moves }: Plan): Move[] {
  const changes = new Map<string, Move>();
  const add = (variantId: string, location: string, onHand: number, reason: string) => {
    const key = `${variantId} ${location}`;
    const known = changes.get(key);
    changes.set(key, {
      variantId,
      location,
      kind: "transfer",
      onHand: onHand + (known?.onHand ?? 0),
      reason,
      referenceId: shipmentId,
      orderId,
    });
  };
  for (const { variantId, from, to, quantity } of moves) {
    add(variantId, to, -quantity, "Shipped in place of another location");
    add(variantId, from, quantity, `Shipped from ${to}`);
  }
  return [...changes.values()];
}

function takenMoves({ orderId, taken }: Plan): Move[] {
  return taken.map(({ variantId, location, quantity }) => ({
    variantId,
    location,
    kind: "return",
    onHand: -quantity,
    reason: "Shipped after it was restocked",
    orderId,
  }));
}
