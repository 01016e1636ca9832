import { setTimeout as sleep } from "node:timers/promises";
import type { system } from "@vetrina/contract/stores/system";
import { queryable, sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";

const patienceMs = 1000;

/** Ready if the database responds within a second and has space to write; otherwise throws DATABASE_UNAVAILABLE. */
export const checkHealth: Handler<typeof system.checkHealth> = async ({ services }) => {
  const { worker, writes } = services.database;
  // Uses the worker's connections, because shoppers' requests can't use those up.
  const answers = queryable(worker)
    .run(sql`select 1`)
    .then(() => true);
  if (!(await soon(answers)))
    throw new ApiFailure("DATABASE_UNAVAILABLE", "The database isn't responding.");
  if (!(await soon(writes.hasSpace())))
    throw new ApiFailure(
      "DATABASE_UNAVAILABLE",
      "The database has no disk space left, or didn't answer in time.",
    );
  return { status: "ok", time: services.now().toISOString() };
};

/** Returns false if the query fails or takes longer than a second. */
async function soon(answer: Promise<boolean>): Promise<boolean> {
  const patience = new AbortController();
  const late = sleep(patienceMs, false, { signal: patience.signal }).catch(() => false);
  try {
    return await Promise.race([answer.catch(() => false), late]);
  } finally {
    patience.abort();
  }
}
