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

/** After so long a job lets others have their turn, and goes on in its next one. */
const turnMs = 20_000;
/** A job that gets nowhere so often is given up. */
const maxAttempts = 5;
/** How long what a job has done can be read. */
const keptFor = "90 days";

/** Jobs that are worked on at once by one process. */
const maxRunning = 4;
/** Of them of one owner's stores. */
const maxOfOwner = 2;
/** Of larger files one is worked on at a time: reading takes long and memory, and others' small ones must not wait for it. */
const largeBytes = 2 * 1024 * 1024;
/** How long a job that another process works on is left alone. */
const skipMs = 5000;
const lookEveryMs = 1000;

type Next = { store_id: string; id: string; is_large: boolean };

/**
 * Works imports and exports off until none is due, some at a time, those of one store one after the other; answers with how
 * many turns were taken. The next turn is the job's that has waited for one longest. What a process that was killed had in
 * hand is another's within seconds, what one that hangs has a minute later.
 */
export async function workFileJobs(
  services: Services,
  fetchPicture: FetchPicture,
  stopped: () => boolean = () => false,
): Promise<number> {
  const running = new Map<string, { isLarge: boolean; turn: Promise<void> }>();
  const skipped = new Map<string, number>();
  let turns = 0;
  const run = async (job: Next) => {
    try {
      if (await takeTurn(services, job, fetchPicture, stopped)) turns += 1;
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
    // One at a time where a large one may be the next, so that no second one comes with it.
    const due = await nextJobs(services, Math.min(free, withLarge ? 1 : free), withLarge, [
      ...running.keys(),
      ...skipped.keys(),
    ]);
    for (const job of due) running.set(job.id, { isLarge: job.is_large, turn: run(job) });
    if (due.length > 0 && running.size < maxRunning) continue;
    if (running.size === 0) return turns;
    const ended = [...running.values()].map(({ turn }) => turn);
    await (running.size < maxRunning ? firstOf(ended, lookEveryMs) : Promise.race(ended));
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

/** Waits for one of them, at most so long. */
async function firstOf(ended: readonly Promise<void>[], ms: number): Promise<void> {
  const timer = new AbortController();
  await Promise.race([...ended, sleep(ms, undefined, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
}

async function takeTurn(
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
  const work: Work = { services, ctx, job, claim, fetchPicture, ...turn(stopped) };
  try {
    await run(work);
    await change(work, sql`claimed_until = null, claimed_by = null`);
  } catch (error) {
    if (error instanceof ClaimLost) return true;
    // The claim stands, so that it is tried again a minute later, not at once. A full disk costs the job no attempt.
    const attempts = isDiskFull(error) ? sql`, attempts = greatest(attempts - 1, 0)` : sql``;
    await change(work, sql`claimed_by = null${attempts}`);
    throw error;
  }
  return true;
}

/** A turn is at least four times as long as what comes before its first step, which the next one has to do again. */
function turn(stopped: () => boolean): Pick<Work, "over" | "stopped" | "ready"> {
  const began = performance.now();
  let ends = began + turnMs;
  return {
    stopped,
    over: () => stopped() || performance.now() > ends,
    ready() {
      const now = performance.now();
      ends = now + Math.max(turnMs, 4 * (now - began));
    },
  };
}

/** What reads and writes files is loaded with the first job: a server that only sells needs none of it. */
async function run(work: Work): Promise<void> {
  const { job } = work;
  if (job.attempts > maxAttempts)
    return endStep(
      work,
      "FAILED",
      sql`failure = 'It could not be worked off; the log of the server says why.'`,
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

/** Removes files that nobody needs any more, and what is known of jobs that ended long ago. */
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
      // One more: a piece may lie there that its row does not know of yet.
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
