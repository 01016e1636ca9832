import { type Services, systemTransaction } from "../context.ts";
import { queryable, sql } from "../database/sql.ts";
import type { AnyJob } from "./define-job.ts";

/** A job that the worker gave up on. */
export type FailedJob = {
  id: number;
  kind: string;
  storeId: string | null;
  payload: unknown;
  attempts: number;
  lastError: string | null;
  failedAt: Date;
};

/** The jobs that the worker gave up on, newest first. */
export function readFailedJobs({ database }: Services, max: number): Promise<FailedJob[]> {
  return queryable(database.worker).rows<FailedJob>(sql`
    select id, kind, store_id as "storeId", payload, attempts, last_error as "lastError", failed_at as "failedAt"
    from door.failed_jobs(${max})`);
}

/**
 * Lets a job that the worker gave up on run again, or deletes it if a job with its key is already waiting. If the job
 * belongs to a store, undoes what its gaveUp recorded.
 */
export async function retryJob(
  services: Services,
  jobs: readonly AnyJob[],
  { id, kind, storeId, payload }: FailedJob,
): Promise<void> {
  const retry = sql`select door.retry_job(${id})`;
  if (storeId === null) return void (await queryable(services.database.worker).run(retry));
  const definition = jobs.find((each) => each.kind === kind);
  await systemTransaction(services, storeId, async (tx) => {
    await definition?.revive?.(services, tx, ownPayload(definition, payload));
    await tx.run(retry);
  });
}

/**
 * Parses the payload with the job's schema. Throws if it is invalid. The cast is safe: defineJob gives a definition's
 * schema and functions the same type.
 */
function ownPayload(definition: AnyJob, payload: unknown): never {
  return definition.payload.parse(payload) as never;
}
