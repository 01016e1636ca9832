import { z } from "zod";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { again, defineJob } from "../../platform/jobs/define-job.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";

/** Levels per transaction. */
const batch = 1000;
/** How long a job runs, in ms, before other stores' jobs get a turn. */
const sliceMs = 1000;
/** The id before all others. */
const first = "00000000-0000-0000-0000-000000000000";

/** Copies a location's rank in the background to the levels that rankLevels() didn't update. */
export const rankMoreLevels = defineJob({
  kind: "stock.rank",
  payload: z.object({
    location: z.string(),
    /** The variant whose level was ranked last. */
    after: z.guid(),
  }),
  concurrency: 2,
  ofOwner: 1,
  async run(_services, { payload, step, stopped }) {
    const { location } = payload;
    let { after } = payload;
    for (const ends = performance.now() + sliceMs; performance.now() < ends && !stopped();) {
      const last = await step((tx) => rankBatch(tx, location, after), { progress: true });
      if (last === null) return;
      after = last;
    }
    return again({ payload: { location, after } });
  },
});

/**
 * Call it after a location has changed. Copies its rank to its levels: its position among the locations, or null if it
 * is inactive or deleted. Updates a thousand levels now and the rest in a job, because there may be a million.
 */
export async function rankLevels(tx: Transaction, location: string): Promise<void> {
  const after = await rankBatch(tx, location, first);
  if (after !== null) await enqueue(tx, rankMoreLevels, { location, after });
}

/**
 * Writes the location's rank to the next batch of its levels, by variant id after `after`. Locks levels in the same
 * order as orders do. Returns the last variant of a full batch, or null if the batch wasn't full.
 */
async function rankBatch(tx: Transaction, code: string, after: string): Promise<string | null> {
  const row = await tx.row<{ last: string | null }>(sql`
    with place as materialized (
      select case when is_active and deleted_at is null then position end as rank
      from shop.locations where store_id = ${tx.storeId} and code = ${code} for share
    ), next as materialized (
      select variant_id from shop.inventory_levels
      where store_id = ${tx.storeId} and location = ${code} and variant_id > ${after} order by variant_id limit ${batch}
    ), locked as materialized (
      select l.variant_id, place.rank from shop.inventory_levels l cross join place
      where l.store_id = ${tx.storeId} and l.variant_id = any(array(select variant_id from next)) and l.location = ${code}
        and l.sell_rank is distinct from place.rank order by l.variant_id for update of l
    ), ranked as (
      update shop.inventory_levels l set sell_rank = locked.rank from locked
      where l.store_id = ${tx.storeId} and l.variant_id = locked.variant_id and l.location = ${code}
    )
    select (select variant_id from next order by variant_id offset ${batch - 1} limit 1) as last`);
  return row?.last ?? null;
}

/**
 * Maximum number of levels that one call counts toward the hourly limit, so that a store with more levels can still
 * change a location about ten times an hour.
 */
const maxCounted = 6000;

/** Counts the levels to which a new rank must be copied, up to maxCounted. */
export async function countLevels(tx: Transaction, locationId: string): Promise<number> {
  const row = await tx.row<{ levels: number }>(sql`
    select count(*)::int as levels from (
      select from shop.inventory_levels l join shop.locations o on o.store_id = l.store_id and o.code = l.location
      where o.store_id = ${tx.storeId} and o.id = ${locationId} limit ${maxCounted}) counted`);
  return row?.levels ?? 0;
}
