import { setTimeout as sleep } from "node:timers/promises";
import type { system } from "@vetrina/contract/system";
import type { Services } from "../../platform/context.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Output } from "../../platform/http/routes.ts";

const patienceMs = 1000;

/** Ready: the database answers within a second; otherwise throws DATABASE_UNAVAILABLE. */
export async function health(services: Services): Promise<Output<typeof system.checkHealth>> {
  if (!(await databaseAnswers(services)))
    throw new ApiFailure("DATABASE_UNAVAILABLE", "The database does not answer.");
  return { status: "ok", time: services.now().toISOString() };
}

/** Over the worker's connections, which shoppers' load does not use up. */
async function databaseAnswers({ database }: Services): Promise<boolean> {
  const patience = new AbortController();
  const answer = queryable(database.worker)
    .run(sql`select 1`)
    .then(
      () => true,
      () => false,
    );
  const late = sleep(patienceMs, false, { signal: patience.signal }).catch(() => false);
  try {
    return await Promise.race([answer, late]);
  } finally {
    patience.abort();
  }
}
