import type { Services } from "../context.ts";
import { queryable, type Sql, sql } from "../database/sql.ts";
import { sweepDue } from "./sweep.ts";

/**
 * Runs batches until one is not full or `stopped` returns true. Returns the total number of rows processed. `batch`
 * calls a SECURITY DEFINER function that returns its number of rows. A batch that takes too long is retried with half
 * the size.
 */
export async function inBatches(
  services: Services,
  size: number,
  batch: (size: number) => Sql,
  stopped: () => boolean,
): Promise<number> {
  let max = size;
  for (let done = 0; ;) {
    try {
      const now = await runBatch(services, batch(max));
      done += now;
      if (now < max || stopped()) return done;
    } catch (error) {
      if (stopped()) throw error;
      max = halfAfter(error, max);
    }
  }
}

/** Like inBatches, for functions that process one store's rows. Stores take turns, as in inTurns(). */
export async function inBatchesByStore(
  services: Services,
  {
    stores,
    batch,
    ...turns
  }: {
    name: string;
    size: number;
    /** Returns a page of the stores with due rows, after the given store. Each row is a Due whose id is the store's. */
    stores: (after: Sql) => Sql;
    batch: (storeId: string, size: number) => Sql;
  },
  stopped: () => boolean,
): Promise<number> {
  let done = 0;
  const run = async (storeId: string, size: number) => {
    const now = await runBatch(services, batch(storeId, size));
    done += now;
    return now >= size;
  };
  await inTurns(services, { ...turns, page: ({ id }) => stores(id), run, concurrency: 1 }, stopped);
  return done;
}

type Turns = {
  /** The sweep's name in the log. */
  name: string;
  size: number;
  page: Parameters<typeof sweepDue>[2];
  /** Runs one batch of the store, and returns whether the store may have more rows. */
  run: (storeId: string, size: number) => Promise<boolean>;
  concurrency?: number;
};

/**
 * Runs one batch for each store with due rows, then again for those that may have more. If a batch takes too long, its
 * store's next batch has half the size. Other failures are logged, and retried at the next sweep.
 */
export async function inTurns(
  services: Services,
  { name, size, page, run, ...options }: Turns,
  stopped: () => boolean,
): Promise<void> {
  const sizes = new Map<string, number>();
  const ended = new Set<string>();
  const isMoreAfter = async (storeId: string) => {
    const max = sizes.get(storeId) ?? size;
    try {
      return await run(storeId, max);
    } catch (error) {
      sizes.set(storeId, halfAfter(error, max));
      return true;
    }
  };
  const turn = async ({ store_id: storeId }: { store_id: string }) => {
    if (ended.has(storeId)) return false;
    ended.add(storeId);
    if (!(await isMoreAfter(storeId))) return false;
    return ended.delete(storeId);
  };
  for (let left = 1; left > 0 && !stopped();)
    left = await sweepDue(services, name, page, turn, { stopped, ...options });
}

async function runBatch(services: Services, batch: Sql): Promise<number> {
  const worker = queryable(services.database.worker);
  return (await worker.row<{ done: number }>(sql`select ${batch} as done`))?.done ?? 0;
}

/** query_canceled: the statement took longer than statement_timeout. */
const timeLimit = "57014";

/**
 * Returns half the size of a batch that took too long. Throws any other error, and this one if the batch had a single
 * row.
 */
export function halfAfter(error: unknown, size: number): number {
  const isTimeout = error instanceof Error && "code" in error && error.code === timeLimit;
  if (!isTimeout || size === 1) throw error;
  return Math.floor(size / 2);
}
