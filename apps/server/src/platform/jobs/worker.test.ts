import { pino } from "pino";
import { expect, vi } from "vitest";
import { runJobs } from "#tests/run-jobs.ts";
import { seedStore } from "#tests/seed.ts";
import { waitLimit } from "#tests/wait-limit.ts";
import { test, type World } from "#tests/world.ts";
import { announceJobs } from "./announce-jobs.ts";
import { leaseOf } from "./claim-jobs.ts";
import { GiveUp, type JobDefinition } from "./define-job.ts";
import { defineSweep } from "./define-sweep.ts";
import { enqueue } from "./enqueue.ts";
import { addJobs, jobRows, makeDue, testJob } from "./jobs.fixture.ts";
import { jobsChannel, startWorker } from "./worker.ts";

type Run = JobDefinition<{ n: number }>["run"];

test("a job runs once after a commit, and not at all after a rollback", async ({ world }) => {
  const ran: number[] = [];
  const job = testJob(async (_, { payload }) => void ran.push(payload.n));
  const worker = startWorker(world.services, [job]);
  const ctx = await world.system(await seedStore(world));
  await expect(
    ctx.tx(async (tx) => {
      await enqueue(tx, job, { n: 1 });
      throw new Error("rolled back");
    }),
  ).rejects.toThrow("rolled back");
  await ctx.tx((tx) => enqueue(tx, job, { n: 2 }));
  await vi.waitFor(() => expect(ran).toEqual([2]), waitLimit);
  await worker.stop();
  expect(await jobRows(world)).toEqual([]);
});

test("after a failure the job has its error and a later time, and the next attempt succeeds", async ({
  world,
}) => {
  const lines = logLines(world);
  const refusal = Object.assign(new Error("550 <ada@example.com> is\nunknown here"), {
    code: "EX",
  });
  await attempt(world, () => Promise.reject(refusal), 1);
  const [failed] = await jobRows(world);
  expect(failed).toMatchObject({
    attempts: 1,
    claimed: false,
    failed: false,
    last_error: "EX: 550 <<address>> is unknown here",
  });
  expect(failed?.wait).toBeGreaterThan(5);
  expect(JSON.stringify(lines)).not.toContain("ada@");
  expect(await runJobs(world.services, { jobs: [testJob(async () => {})] })).toBe(0);
  await attempt(world, async () => {});
  expect(await jobRows(world)).toEqual([]);
});

test("a job fails for good after its attempts, is kept, and runs again when it is retried", async ({
  world,
}) => {
  const lines = logLines(world);
  const gaveUp: string[] = [];
  const fail = testJob(() => Promise.reject(new Error("no")), {
    maxAttempts: 3,
    gaveUp: async (_, { payload }, reason) => void gaveUp.push(`${payload.n} ${reason}`),
  });
  await addJobs(world, fail, 1);
  for (let i = 0; i < 5; i++) {
    await runJobs(world.services, { jobs: [fail] });
    await makeDue(world);
  }
  expect(await jobRows(world)).toMatchObject([{ attempts: 3, failed: true, last_error: "no" }]);
  expect(gaveUp).toEqual(["1 no"]);
  expect(lines.map(({ msg }) => msg)).toEqual([
    "job failed and will be tried again",
    "job failed and will be tried again",
    "job given up",
  ]);
  const [row] = await jobRows(world);
  await world.services.database.worker.query("select door.retry_job($1)", [row?.id]);
  await attempt(world, async () => {});
  expect(await jobRows(world)).toEqual([]);
});

test("a job that can never succeed, or whose payload is not valid, is given up immediately", async ({
  world,
}) => {
  await attempt(world, () => Promise.reject(new GiveUp("gone")), 1);
  expect(await jobRows(world)).toMatchObject([{ failed: true, last_error: "gone" }]);
  await world.admin.query(
    `update shop.jobs set failed_at = null, payload = '{"n": "x"}', last_error = null`,
  );
  await attempt(world, async () => {});
  expect(await jobRows(world)).toMatchObject([
    { failed: true, last_error: expect.stringContaining("The payload is not valid") },
  ]);
});

test("a job of an unknown kind waits for a version that knows it", async ({ world }) => {
  await addJobs(world, { kind: "constructor" }, 1);
  expect(await runJobs(world.services)).toBe(0);
  expect(await jobRows(world)).toMatchObject([{ attempts: 0, failed: false }]);
});

test("several workers share the queue, and each job runs once", async ({ world }) => {
  const seen: number[] = [];
  const job = testJob(async (_, { payload }) => void seen.push(payload.n));
  for (const lane of ["a", "b", "c"]) await addJobs(world, job, 20, { lane });
  const work = () => runJobs(world.services, { jobs: [job] });
  const counts = await Promise.all([work(), work(), work()]);
  expect(counts.reduce((sum, n) => sum + n)).toBe(60);
  expect(seen).toHaveLength(60);
  expect(await jobRows(world)).toEqual([]);
});

test("a recurring job runs once per interval, however many workers there are, and never overlaps itself", async ({
  world,
}) => {
  let [running, max, runs] = [0, 0, 0];
  const sweep = defineSweep("tick", 1, async () => {
    max = Math.max(max, ++running);
    runs += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
    running -= 1;
    if (runs === 2) throw new Error("once");
  });
  const began = Date.now();
  const workers = [1, 2, 3].map(() => startWorker(world.services, [sweep]));
  await vi.waitFor(() => expect(runs).toBeGreaterThan(3), waitLimit);
  await Promise.all(workers.map((worker) => worker.stop()));
  const seconds = Math.ceil((Date.now() - began) / 1000);
  expect(runs).toBeLessThanOrEqual(seconds + 2);
  expect([max, running]).toEqual([1, 0]);
  const { rows } = await world.admin.query("select kind, claimed_by from shop.jobs");
  expect(rows).toEqual([{ kind: "tick", claimed_by: null }]);
});

test("stop() waits for the running job and starts no other", async ({ world }) => {
  const release = Promise.withResolvers<void>();
  const ran: number[] = [];
  const job = testJob(
    async (_, { payload }) => {
      ran.push(payload.n);
      await release.promise;
    },
    { concurrency: 1 },
  );
  await addJobs(world, job, 2);
  const worker = startWorker(world.services, [job]);
  await vi.waitFor(() => expect(ran).toEqual([1]), waitLimit);
  const stopping = worker.stop();
  release.resolve();
  await stopping;
  expect(ran).toEqual([1]);
  expect(await jobRows(world)).toMatchObject([{ claimed: false, claim: 0 }]);
});

test("a worker survives the loss of its database and resumes by itself", async ({ world }) => {
  const lines = logLines(world);
  const ran: number[] = [];
  const job = testJob(async (_, { payload }) => void ran.push(payload.n));
  const worker = startWorker(world.services, [job]);
  await vi.waitFor(async () => {
    // Repeated, because a connection that is just being opened may survive the first call.
    await allowConnections(world, false);
    expect(lines.map(({ msg }) => msg)).toContain("worker failed");
  }, waitLimit);
  await allowConnections(world, true);
  await addJobs(world, job, 1);
  await vi.waitFor(() => expect(ran).toEqual([1]), waitLimit);
  await worker.stop();
  expect(lines.map(({ msg }) => msg)).toContain("worker recovered");
  expect(await jobRows(world)).toEqual([]);
});

/** Adds jobs, and runs all that are due now. */
async function attempt(world: World, run: Run, added = 0): Promise<void> {
  const job = testJob(run);
  if (added > 0) await addJobs(world, job, added);
  await makeDue(world);
  await runJobs(world.services, { jobs: [job] });
}

function logLines(world: World): { msg: string }[] {
  const lines: { msg: string }[] = [];
  world.services.log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  return lines;
}

/** Allows or prevents new connections. Preventing them also ends every other connection. */
async function allowConnections(world: World, allowed: boolean): Promise<void> {
  await world.admin.query(
    `do $$ begin execute format('alter database %I connection limit ${allowed ? -1 : 0}', current_database()); end $$`,
  );
  if (allowed) return;
  await world.admin.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
}

test("a process without a worker announces its jobs to the others' workers", async ({ world }) => {
  const ctx = await world.system(await seedStore(world));
  announceJobs(world.services.database);
  const heard = Promise.withResolvers<void>();
  const listener = await world.admin.connect();
  listener.on("notification", ({ channel }) => channel === jobsChannel && heard.resolve());
  await listener.query(`listen ${jobsChannel}`);
  await ctx.tx((tx) =>
    enqueue(
      tx,
      testJob(async () => {}),
      { n: 1 },
    ),
  );
  await heard.promise;
  listener.release(true);
});

test("a statement of background work ends before the shortest lease", async ({ world }) => {
  const { rows } = await world.services.database.worker.query<{ ms: number }>(
    "select setting::int as ms from pg_settings where name = 'statement_timeout'",
  );
  expect(rows[0]?.ms).toBeGreaterThan(0);
  expect(rows[0]?.ms).toBeLessThan(leaseOf({}));
});
