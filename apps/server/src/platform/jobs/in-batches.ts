import type { Services } from "../context.ts";
import { queryable, type Sql, sql } from "../database/sql.ts";

/**
 * Lets the worker do batch after batch until one is not full, or `stopped` says so; answers with how many there were in all.
 * `batch` is a call of a door that says how many it did.
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
