import type { Services } from "../context.ts";
import { queryable, type Sql, sql } from "../database/sql.ts";

/**
 * Runs batch after batch on the worker's connections until one is not full or `stopped` returns true. Returns the
 * total. `batch` calls a SECURITY DEFINER function that returns how many it processed.
 */
export async function inBatches(
  services: Services,
  size: number,
  batch: Sql,
  stopped: () => boolean,
): Promise<number> {
  const worker = queryable(services.database.worker);
  for (let done = 0; ;) {
    const now = (await worker.row<{ done: number }>(sql`select ${batch} as done`))?.done ?? 0;
    done += now;
    if (now < size || stopped()) return done;
  }
}
