import type { stockCounts, StockCountWithLines } from "@vetrina/contract/stock/stock-counts";
import { audit } from "../../../platform/audit.ts";
import type { Context, Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import type { Input } from "../../../platform/http/routes.ts";
import { claimKey, keepAnswer } from "../../../platform/idempotency.ts";
import { newId } from "../../../platform/id.ts";
import { requireRowsLeft } from "../../../platform/database/owner-rows.ts";
import { owedMessage, requireHeldUnits } from "../adjust-stock.ts";
import { type Level, lockLevels, writeMoves } from "../levels.ts";
import { publishingStock } from "../shown-stock.ts";
import { readCount } from "./count-rows.ts";
import { readExpectedUnits } from "./expected-units.ts";

const weekMs = 7 * 24 * 3_600_000;

/**
 * Stores a count and adjusts each level by the difference between the counted units and those expected at the time of
 * the count. Throws OUT_OF_STOCK if too few units would be left, VALIDATION_FAILED if later counts or corrections
 * contradict it or if units of a variant with a count above 0 are owed, and LIMIT_REACHED for too many lines in a day.
 */
export async function createCount(
  ctx: Context,
  { body: { location, countedAt, lines, note } }: Input<typeof stockCounts.createCount>,
): Promise<StockCountWithLines> {
  const id = newId();
  const now = ctx.now();
  const at = countedAt === undefined ? now : new Date(countedAt);
  if (at > now || now.getTime() - at.getTime() > weekMs)
    throw new ApiFailure("VALIDATION_FAILED", "countedAt: Use a time within the past week.", [
      { path: "countedAt", message: "Use a time within the past week." },
    ]);
  const counted = new Map(lines.map((line) => [line.variantId, line.counted]));
  const variantIds = [...counted.keys()];
  return ctx.tx(async (tx) => {
    const stored = await claimKey<{ id: string }>(tx, ctx);
    if (stored !== null) return readCount(tx, stored.id);
    await requireRowsLeft(tx, "counted", variantIds.length);
    await publishingStock(tx, variantIds, async () => {
      const levels = await lockLevels(
        tx,
        variantIds.map((variantId) => ({ variantId, location })),
      );
      // Also needed for a count without countedAt: units may have moved while this call waited for the locks.
      const expected = await readExpectedUnits(tx, levels, at);
      const found = levels.map((level) => {
        const known = expected.get(level.variantId);
        const units = known?.units ?? level.onHand;
        return {
          level,
          expected: Math.max(0, units),
          owed: Math.max(0, -units),
          counted: counted.get(level.variantId) ?? 0,
          isKnownLater: known?.isKnownLater ?? false,
        };
      });
      requireNothingOwed(found, variantIds);
      requireNothingKnownLater(found, variantIds);
      await insertCount(tx, { id, location, note, at, now }, found);
      const moves = found
        .map((line) => ({ level: line.level, difference: line.counted - line.expected }))
        .filter(({ difference }) => difference !== 0);
      for (const { level, difference } of moves) requireHeldUnits(level, level.onHand + difference);
      await writeMoves(
        tx,
        moves.map(({ level: { variantId }, difference }) => ({
          variantId,
          location,
          kind: "adjust",
          onHand: difference,
          reason: "COUNT",
          note: note || null,
          referenceId: id,
        })),
      );
      await audit(tx, ctx, {
        action: "CREATE",
        entityType: "stock count",
        entityId: id,
        after: { location, countedAt: at.toISOString(), variants: lines.length, note },
      });
    });
    await keepAnswer(tx, ctx, { id });
    return readCount(tx, id);
  });
}

type Found = {
  level: Level;
  expected: number;
  owed: number;
  counted: number;
  isKnownLater: boolean;
};

/**
 * Throws VALIDATION_FAILED for a count above 0 of a variant whose units are owed. Owed units may have arrived without
 * being recorded, so it is unknown whether the count includes them.
 */
function requireNothingOwed(found: readonly Found[], variantIds: readonly string[]): void {
  refuse(
    found.filter(({ owed, counted }) => owed > 0 && counted > 0),
    variantIds,
    ({ owed }) => `${owedMessage(owed)}, or leave it out.`,
  );
}

/** Throws VALIDATION_FAILED if a later count or correction of a level contradicts this count. */
function requireNothingKnownLater(found: readonly Found[], variantIds: readonly string[]): void {
  refuse(
    found.filter(({ isKnownLater, expected, counted }) => isKnownLater && counted !== expected),
    variantIds,
    ({ expected }) =>
      `According to a later count or correction, the quantity at the time of this count was ${expected}. Count this variant again, or leave it out.`,
  );
}

function refuse(
  lines: readonly Found[],
  variantIds: readonly string[],
  messageOf: (line: Found) => string,
): void {
  const errors = lines.map((line) => ({
    path: `lines.${variantIds.indexOf(line.level.variantId)}.counted`,
    message: messageOf(line),
  }));
  const [first] = errors;
  if (first !== undefined)
    throw new ApiFailure("VALIDATION_FAILED", `${first.path}: ${first.message}`, errors);
}

async function insertCount(
  tx: Transaction,
  count: { id: string; location: string; note: string | undefined; at: Date; now: Date },
  found: readonly Found[],
): Promise<void> {
  const { id, location, note, at, now } = count;
  await tx.run(sql`
    insert into shop.stock_counts (store_id, id, location, note, counted_at, created_at)
    values (${tx.storeId}, ${id}, ${location}, ${note || null}, ${at}, ${now})`);
  await tx.run(sql`
    insert into shop.stock_count_lines (store_id, count_id, variant_id, expected, counted)
    select ${tx.storeId}, ${id}, * from unnest(${found.map(({ level }) => level.variantId)}::uuid[],
      ${found.map(({ expected }) => expected)}::int[], ${found.map((line) => line.counted)}::int[])`);
}
