import type { Transaction } from "../../platform/context.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import { type Level, type LevelKey, lockLevels, writeMoves } from "./levels.ts";
import { publishingStock } from "./shown-stock.ts";

export type Adjustment = LevelKey & { reason: string; note?: string | undefined };

/**
 * Locks a level, sets its on-hand units and writes the difference to the ledger. `change` converts the current on-hand
 * units to the new ones. Returns the level before the change. Throws OUT_OF_STOCK if too few units would be left
 * (requireHeldUnits), and NOT_FOUND for an unknown variant or location.
 */
export async function adjustStock(
  tx: Transaction,
  adjustment: Adjustment,
  change: (onHand: number) => number,
): Promise<Level> {
  return publishingStock(tx, [adjustment.variantId], async () => {
    const [level] = await lockLevels(tx, [adjustment]);
    if (level === undefined) throw notFound("variant");
    const onHand = change(level.onHand);
    requireHeldUnits(level, onHand);
    if (onHand !== level.onHand)
      await writeMoves(tx, [{ ...adjustment, kind: "adjust", onHand: onHand - level.onHand }]);
    return level;
  });
}

/**
 * Returns the message that rejects a count of a variant while units of it are owed to orders, because the counted units
 * may or may not include the owed ones.
 */
export function owedMessage(owed: number): string {
  const units = owed === 1 ? "1 unit of this variant is" : `${owed} units of this variant are`;
  return `${units} owed to orders. Record the units that have arrived as received, then count this variant again`;
}

/** Throws OUT_OF_STOCK if `onHand` minus the held units would be below the lowest allowed availability. */
export function requireHeldUnits(level: Level, onHand: number): void {
  const { reserved, leastAvailable } = level;
  if (onHand - reserved >= leastAvailable) return;
  throw new ApiFailure(
    "OUT_OF_STOCK",
    reserved === 0
      ? `Units on hand at this location: ${level.onHand}. The quantity can't become ${onHand}. Remove fewer units.`
      : `Units held by orders: ${reserved}. Keep at least ${reserved + leastAvailable} on hand, or cancel orders first.`,
    { variantId: level.variantId, onHand: level.onHand, reserved, requested: onHand },
  );
}
