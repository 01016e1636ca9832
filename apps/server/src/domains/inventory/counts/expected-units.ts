import type { Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import type { Level } from "../levels.ts";

/** Reasons for adjustments that correct the number of units without any goods having been moved. */
const corrections = ["COUNT", "CORRECTION", "Import", "Opening stock"];

export type ExpectedUnits = {
  /** The units that the level had at the time, according to everything known now. Negative if units were owed. */
  units: number;
  /**
   * Whether the level was counted or corrected after that time. This later knowledge must not be overridden by a count
   * at that time.
   */
  isKnownLater: boolean;
};

/** Reads how many units each of the locked levels, all at one location, had at the time `at`, keyed by variant. */
export async function readExpectedUnits(
  tx: Transaction,
  levels: readonly Level[],
  at: Date,
): Promise<Map<string, ExpectedUnits>> {
  const ids = levels.map(({ variantId }) => variantId);
  const location = levels[0]?.location ?? "";
  // Doesn't treat the movements of counts as corrections, because these units may have been counted before `at`.
  // `countedLater` finds counts made after `at`.
  const moved = await tx.rows<{ id: string; units: number; isCorrected: boolean }>(sql`
    select m.variant_id as id, coalesce(sum(m.on_hand_delta) filter (where not c.corrects), 0)::int as units,
      bool_or(c.corrects and not exists (
        select from shop.stock_counts s where s.store_id = m.store_id and s.id = m.reference_id)) as "isCorrected"
    from shop.stock_movements m
    cross join lateral (select m.kind = 'adjust' and m.reason = any(${corrections}) as corrects) c
    where m.store_id = ${tx.storeId} and m.variant_id = any(${ids}::uuid[])
      and m.location = ${location} and m.created_at > ${at} group by 1`);
  const countedLater = await tx.rows<{ id: string }>(sql`
    select distinct l.variant_id as id from shop.stock_counts c
    join shop.stock_count_lines l on l.store_id = c.store_id and l.count_id = c.id
    where c.store_id = ${tx.storeId} and c.location = ${location} and c.counted_at > ${at}
      and l.variant_id = any(${ids}::uuid[])`);
  const movedOf = new Map(moved.map((row) => [row.id, row]));
  const later = new Set(countedLater.map(({ id }) => id));
  return new Map(
    levels.map(({ variantId, onHand }) => {
      const move = movedOf.get(variantId);
      const isKnownLater = (move?.isCorrected ?? false) || later.has(variantId);
      return [variantId, { units: onHand - (move?.units ?? 0), isKnownLater }];
    }),
  );
}
