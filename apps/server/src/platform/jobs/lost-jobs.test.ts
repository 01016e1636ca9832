import { expect, vi } from "vitest";
import { runJobs } from "#tests/run-jobs.ts";
import { seedStore } from "#tests/seed.ts";
import { waitLimit } from "#tests/wait-limit.ts";
import { test, type World } from "#tests/world.ts";
import { queryable, sql } from "../database/sql.ts";
import type { Job } from "./define-job.ts";
import { addJobs, jobRows, testJob } from "./jobs.fixture.ts";
import { stayPresent } from "./presence.ts";

type TestJob = Job<{ n: number }>;

test("the jobs of a killed process go to another process immediately; those of a living process don't", async ({
  world,
}) => {
  const ran: number[] = [];
  const job = testJob(async (_, { attempts }) => void ran.push(attempts));
  await addJobs(world, job, 1);
  const process = await stayPresent(world.services.database);
  await claimAs(world, process.key);
  expect(await runJobs(world.services, { jobs: [job] })).toBe(0);
  // Other processes notice a killed process only because its connection ends.
  process.end();
  await vi.waitFor(async () => {
    await runJobs(world.services, { jobs: [job] });
    expect(ran).toEqual([2]);
  }, waitLimit);
  expect(await jobRows(world)).toEqual([]);
});

test("a job that hangs goes to another process when its lease ends, and its late steps and end change nothing", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const hung = Promise.withResolvers<TestJob>();
  const wakes = Promise.withResolvers<void>();
  let attempts = 0;
  const job = testJob(
    async (_, each) => {
      if (++attempts > 1) return;
      hung.resolve(each);
      await wakes.promise;
      await each.finish((tx) => rename(tx, "late"));
    },
    { leaseMs: 200 },
  );
  await addJobs(world, job, 1, { storeId });
  const working = runJobs(world.services, { jobs: [job] });
  const first = await hung.promise;
  await vi.waitFor(async () => expect(await jobRows(world)).toEqual([]), waitLimit);
  wakes.resolve();
  await working;
  expect(attempts).toBe(2);
  expect(first.signal.aborted).toBe(true);
  for (const late of [
    () => first.step((tx) => rename(tx, "late")),
    () => first.finish((tx) => rename(tx, "late")),
    () => first.renew(),
  ])
    await expect(late()).rejects.toThrow("another process has the job");
  expect(await nameOf(world, storeId)).toBe("Sartoria");
});

test("steps renew the lease, and no other process gets a job while its step is written", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const inStep = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const job = testJob(async (_, each) => {
    for (let i = 0; i < 3; i++) await each.step((tx) => rename(tx, `step ${i}`));
    await each.finish(async (tx) => {
      inStep.resolve();
      await written.promise;
      await rename(tx, "done");
    });
  });
  await addJobs(world, job, 1, { storeId });
  const working = runJobs(world.services, { jobs: [job] });
  await inStep.promise;
  const others = runJobs(world.services, {
    jobs: [testJob(() => Promise.reject(new Error("a second run")))],
  });
  expect(await others).toBe(0);
  written.resolve();
  await working;
  expect([await nameOf(world, storeId), await jobRows(world)]).toEqual(["done", []]);
});

test("the writes of a failed last step are rolled back, and the job runs again", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const job = testJob((_, each) =>
    each.finish(async (tx) => {
      await rename(tx, "half");
      throw new Error("after the write");
    }),
  );
  await addJobs(world, job, 1, { storeId });
  await runJobs(world.services, { jobs: [job] });
  expect(await nameOf(world, storeId)).toBe("Sartoria");
  expect(await jobRows(world)).toMatchObject([{ attempts: 1, last_error: "after the write" }]);
});

test("a job that ends its process at every attempt fails for good", async ({ world }) => {
  const job = testJob(async () => {}, { maxAttempts: 3 });
  await addJobs(world, job, 1);
  await world.admin.query("update shop.jobs set attempts = 3");
  await runJobs(world.services, { jobs: [job] });
  expect(await jobRows(world)).toMatchObject([
    { failed: true, last_error: expect.stringContaining("left no result") },
  ]);
});

async function claimAs({ admin }: World, process: string): Promise<void> {
  const kinds = [
    { kind: "test", room: 8, in_order: false, with_large: true, lease_ms: 60_000, after: "" },
  ];
  await admin.query("select door.claim_jobs($1, $2)", [process, JSON.stringify(kinds)]);
}

async function rename(
  tx: Parameters<Parameters<TestJob["step"]>[0]>[0],
  name: string,
): Promise<void> {
  await tx.run(sql`update shop.stores set name = ${name} where id = ${tx.storeId}`);
}

async function nameOf({ admin }: World, storeId: string): Promise<string | undefined> {
  const row = await queryable(admin).row<{ name: string }>(
    sql`select name from shop.stores where id = ${storeId}`,
  );
  return row?.name;
}
