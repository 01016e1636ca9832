import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { basePath } from "@vetrina/contract/api";
import type { Pool } from "pg";
import { pino } from "pino";
import { expect, onTestFinished, vi } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { waitLimit } from "#tests/wait-limit.ts";
import { test, type World } from "#tests/world.ts";
import { buildApp } from "../../app.ts";
import { watchHealth } from "../../platform/database/watch-health.ts";
import { signedIn } from "../../platform/http/contract.fixture.ts";

test("the version is the repository's, and the API has its own", async ({ world }) => {
  const file = path.join(import.meta.dirname, "../../../../../package.json");
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
  expect(await world.client().system.getVersion({})).toEqual({
    name: "vetrina",
    version,
    apiVersion: "3.14.0-dev.1",
  });
});

test("both health check paths report ok while the database answers", async ({ world }) => {
  const { system } = world.client();
  const ok = { status: "ok", time: expect.stringMatching(/^\d{4}-.*Z$/) };
  expect(await system.checkHeath({})).toEqual(ok);
  expect(await system.checkHealth({})).toEqual(ok);
});

/** Makes the health check use the worker's connections, which the test can change. */
function checkedPool({ services: { database } }: World): Pool {
  database.health = watchHealth(database.worker);
  return database.worker;
}

test("an unreachable or hanging database is a 503 within a limited time", async ({ world }) => {
  const unavailable = { code: "DATABASE_UNAVAILABLE", statusCode: 503, details: null };
  const worker = checkedPool(world);
  const { system } = world.client();
  const free = worker.options.max - worker.totalCount + worker.idleCount;
  const held = await Promise.all(Array.from({ length: free }, () => worker.connect()));
  // Only the health check's own timeout can end the call, because the pool now waits forever.
  worker.options.connectionTimeoutMillis = 0;
  const answer = await Promise.race([
    system.checkHealth({}).catch((error: unknown) => error),
    delay(waitLimit, "no answer", { ref: false }),
  ]);
  for (const client of held) client.release();
  expect(answer).toMatchObject(unavailable);
  // A result is cached for a second.
  const check = () => system.checkHeath({}).catch((error: unknown) => error);
  await expect.poll(check, { timeout: waitLimit }).toMatchObject({ status: "ok" });

  worker.query = () => {
    throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  };
  await expect.poll(check, { timeout: waitLimit }).toMatchObject(unavailable);
});

test("checks at once and within a second ask the database once, and log its failure once", async ({
  world,
}) => {
  const lines: string[] = [];
  const log = pino({ level: "error" }, { write: (line) => void lines.push(line) });
  const app = buildApp(
    { ...world.services, log },
    { rateLimits: true, checkResponses: false, trustProxy: false },
  );
  const worker = checkedPool(world);
  const query = vi.spyOn(worker, "query");
  const checks = () =>
    Promise.all(
      ["/health/check", `${basePath}/health/check`, `${basePath}/heath/check`]
        .flatMap((url) => Array.from({ length: 20 }, () => url))
        .map(async (url) => (await app.inject(url)).statusCode),
    );
  let now = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());

  expect(new Set([...(await checks()), ...(await checks())])).toEqual(new Set([200]));
  // The second statement checks whether there is space to write.
  expect(query.mock.calls.length).toBeLessThanOrEqual(2);
  now += 1001;
  query.mockClear();
  query.mockImplementation(() => {
    throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  });
  expect(new Set([...(await checks()), ...(await checks())])).toEqual(new Set([503]));
  expect(query).toHaveBeenCalledOnce();
  expect(lines).toHaveLength(1);
  now += 1001;
  query.mockRestore();
  expect(new Set(await checks())).toEqual(new Set([200]));
});

test("only platform administrators see jobs by kind and those that failed for good", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  await world.admin.query(
    `insert into shop.jobs (kind, lane, store_id, payload, attempts, last_error, failed_at)
     select 'mail', 'a', $1::uuid, '{"mailId": "x"}', 20, 'away', case when n = 1 then now() end from generate_series(1, 3) n`,
    [storeId],
  );
  const as = async (isPlatformAdmin: boolean) =>
    world.client({ accessToken: await signedIn(world, undefined, isPlatformAdmin) }).system;
  const { jobs, failedJobs } = await (await as(true)).getSystem({});
  expect(jobs).toEqual([
    { kind: "mail", waiting: 2, running: 0, failed: 1, longestWaitSeconds: expect.any(Number) },
  ]);
  expect(failedJobs).toMatchObject([{ kind: "mail", storeId, attempts: 20, lastError: "away" }]);
  await expect((await as(false)).getSystem({})).rejects.toMatchObject({ code: "FORBIDDEN" });
});
