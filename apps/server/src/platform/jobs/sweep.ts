import type { Services } from "../context.ts";
import { queryable, type Sql, sql } from "../database/sql.ts";
import { describeError } from "./describe-error.ts";

/** A due row of a store; `due` is its sort key. */
export type Due = { store_id: string; id: string; due: string };

type Options = {
  /** The sweep ends early once this returns true. */
  stopped?: (() => boolean) | undefined;
  /** How many rows are processed at once. 1 keeps their order. */
  concurrency?: number;
};

/** Several rows at a time, because each may wait for a provider and holds no connection while it waits. */
const usualConcurrency = 4;

/**
 * Processes all due rows, a page at a time, and returns how many times `work` returned true. Failures are logged, don't
 * block others and are retried at the next sweep.
 */
export async function sweepDue(
  services: Services,
  name: string,
  page: (after: { due: Sql; id: Sql }) => Sql,
  work: (due: Due) => Promise<boolean>,
  { stopped = () => false, concurrency = usualConcurrency }: Options = {},
): Promise<number> {
  const worker = queryable(services.database.worker);
  let done = 0;
  const one = async (due: Due) => {
    try {
      if (await work(due)) done += 1;
    } catch (error) {
      services.log.error({ sweep: name, id: due.id, reason: describeError(error) }, "sweep failed");
    }
  };
  let after = { due: sql`'-infinity'`, id: sql`'00000000-0000-0000-0000-000000000000'` };
  for (;;) {
    const found = await worker.rows<Due>(page(after));
    for (let i = 0; i < found.length && !stopped(); i += concurrency)
      await Promise.all(found.slice(i, i + concurrency).map(one));
    const last = found.at(-1);
    if (last === undefined || stopped()) return done;
    after = { due: sql`${last.due}`, id: sql`${last.id}` };
  }
}
