import { setTimeout as sleep } from "node:timers/promises";
import { type Services, systemTransaction } from "../../platform/context.ts";
import { queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { describeError } from "../../platform/jobs/describe-error.ts";
import { sweepDue } from "../../platform/jobs/sweep.ts";
import { isDiskFull } from "../../platform/unavailable.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import { removeParts } from "./file-parts.ts";
import { claimJob, type JobRow, updateJob } from "./job-rows.ts";
import { ClaimLost, endStep, jobContext, leaseMs, type Work } from "./job-step.ts";
import { type Presence, stayPresent } from "./presence.ts";
import type { FetchPicture } from "../catalogue-files/pictures/fetch-picture.ts";

/** The time slice of a job in ms; a longer job lets others run and continues in its next slice. */
const sliceMs = 20_000;
/** The number of failed attempts after which a job is given up. */
const maxAttempts = 5;
/** How long an ended job can be read. */
const keptFor = "90 days";

/** The number of jobs that one process runs at once. */
const maxRunning = 4;
/** The number of those that may belong to one owner's stores. */
const maxOfOwner = 2;
/** Only one file larger than this is processed at a time: reading it takes time and memory, and small ones must not wait. */
const largeBytes = 2 * 1024 * 1024;
/** How long a job that another process has claimed is skipped. */
const skipMs = 5000;
const lookEveryMs = 1000;

type Next = { store_id: string; id: string; is_large: boolean };

/**
 * Runs imports and exports until none is due, several at a time, one per store. Returns the number of time slices run. The
 * next slice goes to the job that has waited longest. The jobs of a killed process are taken over within seconds, those of
 * a hanging one after a minute.
 */
export async function workFileJobs(
  services: Services,
  fetchPicture: FetchPicture,
  stopped: () => boolean = () => false,
): Promise<number> {
  const running = new Map<string, { isLarge: boolean; ended: Promise<void> }>();
  const skipped = new Map<string, number>();
  let slices = 0;
  const run = async (job: Next) => {
    try {
      if (await runTimeSlice(services, job, fetchPicture, stopped)) slices += 1;
      else skipped.set(job.id, performance.now() + skipMs);
    } catch (error) {
      const reason = describeError(error);
      services.log.error({ sweep: "file-jobs.work", id: job.id, reason }, "sweep failed");
      skipped.set(job.id, performance.now() + skipMs);
    } finally {
      running.delete(job.id);
    }
  };
  for (;;) {
    for (const [id, until] of skipped) if (until < performance.now()) skipped.delete(id);
    const withLarge = [...running.values()].every(({ isLarge }) => !isLarge);
    const free = stopped() ? 0 : maxRunning - running.size;
    // One at a time if the next job may be large, so that two large ones never run together.
    const due = await nextJobs(services, Math.min(free, withLarge ? 1 : free), withLarge, [
      ...running.keys(),
      ...skipped.keys(),
    ]);
    for (const job of due) running.set(job.id, { isLarge: job.is_large, ended: run(job) });
    if (due.length > 0 && running.size < maxRunning) continue;
    if (running.size === 0) return slices;
    const endings = [...running.values()].map(({ ended }) => ended);
    await (running.size < maxRunning ? firstOf(endings, lookEveryMs) : Promise.race(endings));
  }
}

async function nextJobs(
  services: Services,
  max: number,
  withLarge: boolean,
  known: readonly string[],
): Promise<Next[]> {
  if (max === 0) return [];
  return queryable(services.database.worker).rows<Next>(sql`
    select * from door.next_file_jobs(${max}, ${maxOfOwner}, ${services.now()}, ${known}::uuid[], ${largeBytes}, ${withLarge})`);
}

/** Waits for one of the jobs, at most this long. */
async function firstOf(ended: readonly Promise<void>[], ms: number): Promise<void> {
  const timer = new AbortController();
  await Promise.race([...ended, sleep(ms, undefined, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
}

async function runTimeSlice(
  services: Services,
  due: { store_id: string; id: string },
  fetchPicture: FetchPicture,
  stopped: () => boolean,
): Promise<boolean> {
  const store = await services.directory.find(due.store_id);
  if (store === null) return false;
  const presence = await stayPresent(services);
  try {
    return await workAs(presence, services, store, due.id, fetchPicture, stopped);
  } finally {
    await presence.end();
  }
}

async function workAs(
  presence: Presence,
  services: Services,
  store: StoreRef,
  id: string,
  fetchPicture: FetchPicture,
  stopped: () => boolean,
): Promise<boolean> {
  const claim = newId();
  const at = services.now();
  const until = new Date(at.getTime() + leaseMs);
  const job = await systemTransaction(services, store.id, (tx) =>
    claimJob(tx, id, { id: claim, by: presence.key, at, until }),
  );
  if (job === undefined) return false;
  const ctx = jobContext(services, store, job);
  const work: Work = { services, ctx, job, claim, fetchPicture, ...timeSlice(stopped) };
  try {
    await run(work);
    await change(work, sql`claimed_until = null, claimed_by = null`);
  } catch (error) {
    if (error instanceof ClaimLost) return true;
    // The claim stays, so that the job is retried a minute later. A full disk does not count as an attempt.
    const attempts = isDiskFull(error) ? sql`, attempts = greatest(attempts - 1, 0)` : sql``;
    await change(work, sql`claimed_by = null${attempts}`);
    throw error;
  }
  return true;
}

/** A slice is at least four times as long as the preparation before its first step, because the next slice repeats it. */
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

/** Loaded with the first job, because most processes never read or write files. */
async function run(work: Work): Promise<void> {
  const { job } = work;
  if (job.attempts > maxAttempts)
    return endStep(
      work,
      "FAILED",
      sql`failure = 'The job failed repeatedly. The server log has the reason.'`,
    );
  if (job.direction === "IN") {
    const { runImport } = await import("./run-import.ts");
    return runImport(work);
  }
  const { runExport } = await import("./run-export.ts");
  return runExport(work);
}

function change({ ctx, job, claim }: Work, to: Sql): Promise<number> {
  return ctx.tx((tx) =>
    tx.run(sql`
      update shop.file_jobs set ${to}
      where store_id = ${tx.storeId} and id = ${job.id} and claim = ${claim}`),
  );
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
      // One more, because a part may exist that the row does not record yet.
      await removeParts(services.files, id, (row?.parts ?? 0) + 1);
      await systemTransaction(services, store_id, (tx) => updateJob(tx, id, sql`parts = 0`));
      return true;
    },
    stopped,
  );
  await queryable(services.database.worker).run(
    sql`select door.forget_file_jobs(${keptFor}::interval, ${now})`,
  );
  return cleared;
}
