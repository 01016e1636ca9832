import type { Transaction } from "../../platform/context.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import { type Level, type LevelKey, lockLevels, writeMoves } from "./levels.ts";
import { publishingStock } from "./shown-stock.ts";

export type Adjustment = LevelKey & { reason: string; note?: string | undefined };

/**
 * Locks a variant's level at a location, changes its pieces on hand and writes the difference into the ledger. `change`
 * gets what is on hand and answers with what shall be. Answers with the level as it was. Throws OUT_OF_STOCK where orders
 * hold more than would be left, NOT_FOUND for a variant or location that is not there.
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
    refuseHeld(level, onHand);
    if (onHand !== level.onHand)
      await writeMoves(tx, [{ ...adjustment, kind: "adjust", onHand: onHand - level.onHand }]);
    return level;
  });
}

/** Throws OUT_OF_STOCK where so many pieces on hand would be fewer than orders hold, back-orders allowed for. */
export function refuseHeld(level: Level, onHand: number): void {
  const { reserved, leastAvailable } = level;
  if (onHand - reserved >= leastAvailable) return;
  throw new ApiFailure(
    "OUT_OF_STOCK",
    reserved === 0
      ? `There are ${level.onHand} pieces here; they can't become ${onHand}. Take fewer away.`
      : `Orders hold ${reserved} pieces; keep at least ${reserved + leastAvailable}, or cancel orders first.`,
    { variantId: level.variantId, onHand: level.onHand, reserved, requested: onHand },
  );
}
