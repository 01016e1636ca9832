import type { system } from "@vetrina/contract/stores/system";
import { queryable } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { countJobs } from "../../platform/jobs/claim-jobs.ts";
import { readFailedJobs } from "../../platform/jobs/retry-job.ts";
import { version } from "./get-version.ts";

const maxFailed = 100;

/** Returns the number of background jobs by kind, and the jobs that the worker gave up on. */
export const getSystem: Handler<typeof system.getSystem> = async ({ services }) => {
  const [counts, failed] = await Promise.all([
    countJobs(queryable(services.database.worker)),
    readFailedJobs(services, maxFailed),
  ]);
  return {
    version,
    jobs: counts?.kinds ?? [],
    failedJobs: failed.map(({ id, kind, storeId, attempts, lastError, failedAt }) => ({
      id,
      kind,
      storeId,
      attempts,
      lastError,
      failedAt: failedAt.toISOString(),
    })),
  };
};
