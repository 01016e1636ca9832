// @module-tag slow

import { expect, inject } from "vitest";
import { templateName, testSecret } from "#tests/database-server.ts";
import { workerTables } from "#tests/job-worker.ts";
import { delayBehind, deliveriesBeside, type JobTorture, killWorkers } from "#tests/job-torture.ts";
import { seedStore } from "#tests/seed.ts";
import { prepareWorkerProcess } from "#tests/worker-processes.ts";
import { test, type World } from "#tests/world.ts";

/** A small number. `npm run torture -- jobs` runs the same test with thousands of jobs. */
const count = 400;
const longestMs = 100_000;

test("jobs of three processes that are killed again and again have each effect exactly once", async ({
  world,
}) => {
  const { problems, kills } = await killWorkers(await torture(world), count, 300, longestMs);
  expect(problems).toEqual([]);
  expect(kills).toBeGreaterThan(0);
});

test("a single job runs while most of another store's jobs wait, and a delivery while those of a dead endpoint wait", async ({
  world,
}) => {
  const all = await torture(world);
  await delayBehind(all, count);
  const { rows } = await world.admin.query<{ before: number }>(
    "select count(*)::int as before from public.job_runs where at < (select at from public.job_runs where n = 1000000)",
  );
  expect(rows[0]?.before).toBeLessThan(count);
  expect(await deliveriesBeside(all, count, 3)).toHaveLength(3);
});

async function torture(world: World): Promise<JobTorture> {
  const { admin } = world;
  await admin.query(workerTables);
  await admin.query(
    `grant all on public.job_runs, public.job_effects to ${templateName}_worker, ${templateName}_app`,
  );
  const { rows } = await admin.query<{ name: string }>("select current_database() as name");
  const url = new URL(inject("adminUrl"));
  url.pathname = `/${rows[0]?.name}`;
  return {
    admin,
    storeId: await seedStore(world),
    otherId: await seedStore(world),
    prepareWorker: () => prepareWorkerProcess(url.href, templateName, testSecret),
  };
}
