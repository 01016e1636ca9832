import { type Services, systemTransaction, type Transaction } from "../../platform/context.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import {
  type Again,
  again,
  type AnyJob,
  defineJob,
  type Job,
} from "../../platform/jobs/define-job.ts";
import { sweepDue } from "../../platform/jobs/sweep.ts";
import type { FetchPicture } from "../catalogue-files/pictures/fetch-picture.ts";
import { fileJobWork } from "./file-job-work.ts";
import { removeParts } from "./file-parts.ts";
import { beginJob, type JobRow, updateJob } from "./job-rows.ts";
import { Canceled, jobContext, type Work } from "./job-step.ts";

/** The time slice of a job in ms. A longer job lets others run, and continues in its next slice. */
const sliceMs = 20_000;
/** How long a job's record can be read after it has ended. */
const keptFor = "90 days";

type FileJob = Job<{ fileJobId: string }>;

/** Runs imports and exports, one time slice at a time. */
export function fileJobs(fetchPicture: FetchPicture): AnyJob {
  return defineJob({
    ...fileJobWork,
    concurrency: 4,
    ofOwner: 2,
    inOrder: true,
    // Longer than any single step.
    leaseMs: 5 * 60_000,
    maxAttempts: 5,
    pauseSeconds: () => 60,
    run: (services, job) => runTimeSlice(services, job, fetchPicture),
    gaveUp: (services, { payload, step }) =>
      step((tx) =>
        tx.run(sql`
          update shop.file_jobs set state = 'FAILED', ended_at = ${services.now()}, failure = ${gaveUpText}
          where store_id = ${tx.storeId} and id = ${payload.fileJobId} and state = 'RUNNING'`),
      ),
    revive,
  });
}

const gaveUpText = "The job failed repeatedly. The server log has the reason.";

/**
 * When a failed job is retried manually, marks it as running again. Does nothing for an import whose file has been
 * deleted.
 */
function revive(
  _services: Services,
  tx: Transaction,
  { fileJobId }: FileJob["payload"],
): Promise<number> {
  return tx.run(sql`
    update shop.file_jobs set state = 'RUNNING', ended_at = null, failure = null
    where store_id = ${tx.storeId} and id = ${fileJobId} and state = 'FAILED' and failure = ${gaveUpText}
      and (parts > 0 or direction = 'OUT')`);
}

async function runTimeSlice(
  services: Services,
  claimed: FileJob,
  fetchPicture: FetchPicture,
): Promise<void | Again> {
  const { storeId, payload, step, stopped } = claimed;
  const store = storeId === null ? null : await services.directory.find(storeId);
  if (store === null) return;
  const job = await step((tx) => beginJob(tx, payload.fileJobId, services.now()));
  if (job === undefined) return;
  const ctx = jobContext(services, store, job);
  const slice = timeSlice(stopped);
  const work: Work = { services, ctx, job, claimed, fetchPicture, ...slice, ended: false };
  try {
    await run(work);
  } catch (error) {
    if (error instanceof Canceled) return;
    throw error;
  }
  return work.ended ? undefined : again();
}

/**
 * Starts a time slice. An import calls `ready` once it has read its file, which every slice must do. This restarts the
 * slice, which then lasts at least four times as long as the reading took.
 */
function timeSlice(stopped: () => boolean): Pick<Work, "expired" | "stopped" | "ready"> {
  const began = performance.now();
  let ends = began + sliceMs;
  return {
    stopped,
    expired: () => stopped() || performance.now() > ends,
    ready() {
      const now = performance.now();
      ends = now + Math.max(sliceMs, 4 * (now - began));
    },
  };
}

/** Loads the modules when the first job runs, because most processes never read or write files. */
async function run(work: Work): Promise<void> {
  if (work.job.direction === "IN") {
    const { runImport } = await import("./run-import.ts");
    return runImport(work);
  }
  const { runExport } = await import("./run-export.ts");
  return runExport(work);
}

/** Deletes files that are no longer needed, and the records of jobs that ended long ago. */
export async function clearFileJobs(
  services: Services,
  batch = 100,
  stopped: () => boolean = () => false,
): Promise<number> {
  const now = services.now();
  const cleared = await sweepDue(
    services,
    "file-jobs.clear",
    (after) => sql`select * from door.stale_file_jobs(${batch}, ${now}, ${after.due}, ${after.id})`,
    async ({ store_id, id }) => {
      const row = await systemTransaction(services, store_id, (tx) =>
        tx.row<Pick<JobRow, "parts">>(
          sql`select parts from shop.file_jobs where store_id = ${store_id} and id = ${id}`,
        ),
      );
      // Removes one part more than the row says, because a part is stored before the row is updated.
      await removeParts(services.files, id, (row?.parts ?? 0) + 1);
      await systemTransaction(services, store_id, (tx) => updateJob(tx, id, sql`parts = 0`));
      return true;
    },
    { stopped },
  );
  await queryable(services.database.worker).run(
    sql`select door.forget_file_jobs(${keptFor}::interval, ${now})`,
  );
  return cleared;
}
