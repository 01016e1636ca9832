import { expect, vi } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { waitLimit } from "#tests/wait-limit.ts";
import { onNewDatabase as test, type World } from "#tests/world.ts";
import { queryable } from "../database/sql.ts";
import { type Outcome, workJobs } from "./claim-jobs.ts";
import { enqueue } from "./enqueue.ts";
import { jobRows, testJob } from "./jobs.fixture.ts";

const job = testJob(async () => {});
const isWaiting = "select from pg_locks where locktype = 'advisory' and not granted";

for (const how of ["retry", "its lease has ended"] as const)
  test(`a job enqueued under another's key while that one's end is recorded replaces it (${how})`, async ({
    world,
  }) => {
    const ctx = await world.system(await seedStore(world));
    const db = queryable(world.services.database.worker);
    const add = (n: number) => ctx.tx((tx) => enqueue(tx, job, { n }, { key: "k" }));
    await add(1);
    const [first] = (await workJobs(db, "1", [], [room], false)).jobs;
    const { id = 0, claim = 0 } = first ?? {};
    const open = await pauseAfterDeletes(world);
    await world.admin.query("update shop.jobs set lease_until = now() where key = 'k'");
    const frees = how === "its lease has ended";
    const failed = { pauseMs: 0, payload: null, error: "no", inOrder: false, counts: true };
    const outcomes: Outcome[] = frees ? [] : [{ id, claim, how, ...failed }];
    const working = workJobs(db, "1", outcomes, [room], frees);
    await vi.waitFor(
      async () => expect((await world.admin.query(isWaiting)).rowCount).toBe(1),
      waitLimit,
    );
    await add(2);
    await open();
    const { jobs } = await working;
    expect(jobs.map(({ payload }) => payload)).toEqual([{ n: 2 }]);
    expect(await jobRows(world, "test")).toHaveLength(1);
  });

const room = { job, room: 8, withLarge: true, after: "" };

/** Makes every deletion of jobs wait at its end, until the returned function is called. */
async function pauseAfterDeletes({ admin }: World): Promise<() => Promise<void>> {
  await admin.query(`
    create function public.pause() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(29); return null; end $$;
    create trigger pause after delete on shop.jobs for each statement execute function public.pause()`);
  const holder = await admin.connect();
  await holder.query("select pg_advisory_lock(29)");
  return async () => {
    await holder.query("select pg_advisory_unlock(29)");
    holder.release();
  };
}
