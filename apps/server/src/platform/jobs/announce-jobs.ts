import type { Database } from "../database/open-database.ts";
import { queryable, sql } from "../database/sql.ts";
import { onEnqueued } from "./wake.ts";
import { jobsChannel } from "./worker.ts";

/** Notifications are batched for this long, because every commit that notifies takes the same lock. */
const pauseMs = 20;

/** For a process without a worker: notifies other processes' workers of the jobs that its transactions enqueue. */
export function announceJobs({ app, worker }: Database): void {
  let announcing = false;
  const announce = () => {
    if (announcing) return;
    announcing = true;
    setTimeout(() => {
      announcing = false;
      // If this fails, a worker still finds the jobs within a second.
      void queryable(worker)
        .run(sql`select pg_notify(${jobsChannel}, '')`)
        .catch(() => {});
    }, pauseMs).unref();
  };
  for (const pool of [app, worker]) onEnqueued(pool, announce);
}
