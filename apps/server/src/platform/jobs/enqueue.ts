import type { Transaction } from "../context.ts";
import { type Queryable, sql } from "../database/sql.ts";
import type { JobType } from "./define-job.ts";
import { noteEnqueued } from "./wake.ts";

export type EnqueueOptions = {
  /** What takes turns with other lanes; by default the store. */
  lane?: string;
  /** Not before this time. */
  runAt?: Date;
  /** While a job with the key waits, no second one is added; the waiting one gets the payload. */
  key?: string;
  /** A process runs one large job of a kind at a time. */
  isLarge?: boolean;
};

/** Part of the change's transaction; a worker starts the job within a second of the commit. */
export function enqueue<P>(
  tx: Transaction,
  job: JobType<P>,
  payload: NoInfer<P>,
  { lane = tx.storeId, ...options }: EnqueueOptions = {},
): Promise<void> {
  return add(tx, job.kind, tx.storeId, payload, { lane, ...options });
}

/** A job of no store. `db` may be a transaction or a pool. */
export function enqueueForPlatform<P>(
  db: Queryable,
  job: JobType<P>,
  payload: NoInfer<P>,
  { lane = job.kind, ...options }: EnqueueOptions = {},
): Promise<void> {
  return add(db, job.kind, null, payload, { lane, ...options });
}

async function add(
  db: Queryable,
  kind: string,
  storeId: string | null,
  payload: unknown,
  { lane = kind, runAt, key, isLarge = false }: EnqueueOptions,
): Promise<void> {
  const [data, at] = [JSON.stringify(payload), runAt ?? null];
  await (key === undefined
    ? db.run(sql`
        insert into shop.jobs (kind, lane, store_id, payload, is_large, run_at)
        values (${kind}, ${lane}, ${storeId}, ${data}, ${isLarge}, coalesce(${at}::timestamptz, clock_timestamp()))`)
    : db.run(sql`
        select door.enqueue_once(${kind}, ${lane}, ${storeId}, ${key}, ${data}, ${at})`));
  noteEnqueued(db);
}
