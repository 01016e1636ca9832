import type { Transaction } from "../context.ts";
import { sql } from "../database/sql.ts";
import type { JobType } from "./define-job.ts";
import { noteEnqueued } from "./wake.ts";

export type EnqueueOptions = {
  /** The group of jobs that this one belongs to. Lanes take turns. By default, each store has one lane. */
  lane?: string;
  /** The job does not run before this time. */
  runAt?: Date;
  /** While a job with this key waits, no second one is added; the waiting job gets the new payload. */
  key?: string;
  /** Whether the job is large. A process runs at most one large job of each kind at a time. */
  isLarge?: boolean;
};

/**
 * Enqueues a job in the change's transaction. A worker with room for the job starts it within a second of the commit,
 * or of `runAt`.
 */
export async function enqueue<P>(
  tx: Transaction,
  { kind }: JobType<P>,
  payload: NoInfer<P>,
  { lane = tx.storeId, runAt, key, isLarge = false }: EnqueueOptions = {},
): Promise<void> {
  const { storeId } = tx;
  const [data, at] = [JSON.stringify(payload), runAt ?? null];
  await (key === undefined
    ? tx.run(sql`
        insert into shop.jobs (kind, lane, store_id, payload, is_large, run_at)
        values (${kind}, ${lane}, ${storeId}, ${data}, ${isLarge}, coalesce(${at}::timestamptz, clock_timestamp()))`)
    : tx.run(sql`
        select door.enqueue_once(${kind}, ${lane}, ${storeId}, ${key}, ${data}, ${at})`));
  noteEnqueued(tx);
}
