import type { Pool } from "pg";
import { type Queryable, queryable, sql } from "../../database/sql.ts";

/** A call to count as `weight` calls in the current window of `seconds`. */
export type Counted = { bucket: string; seconds: number; weight: number };
type Waiting = Counted & { resolve: (calls: number) => void; reject: (error: unknown) => void };

/** The maximum number of counting statements that run at once, so that other queries can use the pool's connections. */
const maxStatements = 2;
const maxBuckets = 500;

type Counter = { running: number; waiting: Waiting[] };
const counters = new WeakMap<Pool, Counter>();

/**
 * Counts the call and returns the window's count after it. Calls that arrive while statements are running are counted
 * together, because a statement locks its buckets' rows until its commit is flushed. Otherwise, thousands of calls from
 * one address would take all connections and wait for one row.
 */
export function countTogether(pool: Pool, counted: Counted): Promise<number> {
  const counter = counters.getOrInsertComputed(pool, () => ({ running: 0, waiting: [] }));
  return new Promise((resolve, reject) => {
    counter.waiting.push({ ...counted, resolve, reject });
    if (counter.running < maxStatements) void countWaiting(queryable(pool), counter);
  });
}

async function countWaiting(db: Queryable, counter: Counter): Promise<void> {
  counter.running += 1;
  while (counter.waiting.length > 0) {
    const batch = takeBatch(counter);
    try {
      settle(batch, await addAll(db, batch));
    } catch (error) {
      for (const calls of batch.values()) for (const { reject } of calls) reject(error);
    }
  }
  counter.running -= 1;
}

/**
 * Takes the calls of the first waiting buckets. Of each bucket, takes the calls of one window length only: two windows
 * may begin at the same moment and so share a row, and a statement can't change a row twice.
 */
function takeBatch(counter: Counter): Map<string, Waiting[]> {
  const batch = new Map<string, Waiting[]>();
  const later: Waiting[] = [];
  for (const call of counter.waiting) {
    const [first] = batch.get(call.bucket) ?? [];
    if (first === undefined && batch.size < maxBuckets) batch.set(call.bucket, [call]);
    else if (first?.seconds === call.seconds) batch.get(call.bucket)?.push(call);
    else later.push(call);
  }
  counter.waiting = later;
  return batch;
}

/** Returns the count of each bucket. Rows are locked in one order, so concurrent statements don't deadlock. */
async function addAll(
  db: Queryable,
  batch: ReadonlyMap<string, readonly Waiting[]>,
): Promise<ReadonlyMap<string, number>> {
  const buckets = [...batch].map(([bucket, calls]) => ({
    bucket,
    seconds: calls[0]?.seconds,
    weight: calls.reduce((sum, { weight }) => sum + weight, 0),
  }));
  const rows = await db.rows<{ bucket: string; calls: number }>(sql`
    insert into shop.rate_limits as r (bucket, window_start, calls)
    select c.bucket, to_timestamp(floor(extract(epoch from now()) / c.seconds) * c.seconds), c.weight
    from unnest(${buckets.map(({ bucket }) => bucket)}::text[], ${buckets.map(({ seconds }) => seconds)}::int[],
      ${buckets.map(({ weight }) => weight)}::int[]) c (bucket, seconds, weight)
    order by c.bucket
    on conflict (bucket, window_start) do update set calls = r.calls + excluded.calls
    returning bucket, calls`);
  return new Map(rows.map(({ bucket, calls }) => [bucket, calls]));
}

/** Resolves each call with the count that it would have got if the calls had been counted one after the other. */
function settle(
  batch: ReadonlyMap<string, readonly Waiting[]>,
  counts: ReadonlyMap<string, number>,
): void {
  for (const [bucket, calls] of batch) {
    let count = calls.reduce((rest, { weight }) => rest - weight, counts.get(bucket) ?? 0);
    for (const { weight, resolve } of calls) {
      count += weight;
      resolve(count);
    }
  }
}
