import { describe, expect, vi } from "vitest";
import { runJobs } from "#tests/run-jobs.ts";
import { seedStore } from "#tests/seed.ts";
import { waitLimit } from "#tests/wait-limit.ts";
import { test, type World } from "#tests/world.ts";
import { person, storeOf } from "../../domains/roles/roles.fixture.ts";
import { queryable, sql } from "../database/sql.ts";
import { type Outcome, workJobs } from "./claim-jobs.ts";
import { again } from "./define-job.ts";
import { enqueue } from "./enqueue.ts";
import { addJobs, makeDue, testJob } from "./jobs.fixture.ts";

describe("lanes", () => {
  test("take turns: a single job does not wait for another lane's thousands", async ({ world }) => {
    const order: string[] = [];
    const job = testJob(
      async (_, { payload }) => void order.push(payload.n === 1 ? "single" : "many"),
      { concurrency: 2 },
    );
    await addJobs(world, job, 500, { lane: "a", from: 2 });
    await addJobs(world, job, 1, { lane: "b" });
    await runJobs(world.services, { jobs: [job] });
    expect(order).toHaveLength(501);
    expect(order.indexOf("single")).toBeLessThan(4);
  });

  test("take turns by owner too, and an owner has no more jobs running than the kind allows", async ({
    world,
  }) => {
    const owner = await person(world);
    const order: string[] = [];
    let [running, max] = [0, 0];
    const job = testJob(
      async (_, { storeId }) => {
        order.push(storeId ?? "");
        max = Math.max(max, ++running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
      },
      { concurrency: 4, ofOwner: 1 },
    );
    for (let i = 0; i < 6; i++) {
      const storeId = await storeOf(world, owner);
      await addJobs(world, job, 1, { storeId, lane: storeId });
    }
    const other = await storeOf(world, await person(world));
    await addJobs(world, job, 1, { storeId: other, lane: other });
    await runJobs(world.services, { jobs: [job] });
    expect(order).toHaveLength(7);
    expect(order.indexOf(other)).toBeLessThan(2);
    expect(max).toBe(2);
  });

  test("of a kind that keeps the order run their jobs one by one, and a failure delays only its own lane", async ({
    world,
  }) => {
    const ran: string[] = [];
    const failing = new Set([1]);
    const job = testJob(
      async (_, { payload: { n } }) => {
        if (failing.has(n)) throw new Error("not yet");
        ran.push(`${n}`);
      },
      { inOrder: true },
    );
    await addJobs(world, job, 3, { lane: "dead" });
    await addJobs(world, job, 3, { lane: "alive", from: 11 });
    await runJobs(world.services, { jobs: [job] });
    expect(ran).toEqual(["11", "12", "13"]);
    failing.clear();
    await makeDue(world);
    await runJobs(world.services, { jobs: [job] });
    expect(ran.slice(3)).toEqual(["1", "2", "3"]);
  });

  test("whose jobs run in several slices let other jobs run in between", async ({ world }) => {
    const order: number[] = [];
    const job = testJob(
      async (_, { payload: { n } }) => {
        order.push(n);
        return n === 1 && order.length < 6 ? again() : undefined;
      },
      { concurrency: 1, inOrder: true },
    );
    await addJobs(world, job, 1, { lane: "long" });
    await addJobs(world, job, 1, { lane: "short", from: 2 });
    await runJobs(world.services, { jobs: [job] });
    expect(order.indexOf(2)).toBeLessThan(3);
  });

  test("that exceed the number searched at once are found in the next round", async ({ world }) => {
    let runs = 0;
    const job = testJob(async () => void (runs += 1));
    await world.admin.query(
      `insert into shop.jobs (kind, lane, payload) select 'test', n::text, '{"n": 1}' from generate_series(1, 600) n`,
    );
    // After this, only the jobs of lanes 96 to 99 are due, because lanes are compared as text.
    await world.admin.query(
      "update shop.jobs set run_at = now() + interval '1 hour' where lane < '950'",
    );
    const { rows } = await world.admin.query("select from shop.jobs where lane >= '950'");
    expect(rows.length + (await waitingLanes(world))).toBe(600);
    expect(await runJobs(world.services, { jobs: [job] })).toBe(rows.length);
    expect(runs).toBe(rows.length);
  });
});

test("a process runs one large job of a kind at a time", async ({ world }) => {
  let [large, maxLarge, small] = [0, 0, 0];
  const release = Promise.withResolvers<void>();
  const job = testJob(
    async (_, { payload: { n } }) => {
      if (n === 2) return void (small += 1);
      maxLarge = Math.max(maxLarge, ++large);
      await release.promise;
      large -= 1;
    },
    { concurrency: 4 },
  );
  for (const lane of ["a", "b", "c"]) await addJobs(world, job, 1, { lane });
  await world.admin.query("update shop.jobs set is_large = true");
  await addJobs(world, job, 2, { lane: "d", from: 2 });
  await world.admin.query(`update shop.jobs set payload = '{"n": 2}' where lane = 'd'`);
  const working = runJobs(world.services, { jobs: [job] });
  await vi.waitFor(() => expect(small).toBe(2), waitLimit);
  release.resolve();
  await working;
  expect(maxLarge).toBe(1);
});

test("a second job with a waiting job's key is not added; the waiting one gets the new payload", async ({
  world,
}) => {
  const ran: number[] = [];
  const ctx = await world.system(await seedStore(world));
  const job = testJob(async (_, { payload: { n } }) => {
    ran.push(n);
    // While the job runs, enqueueing with the same key adds a separate job.
    if (n === 2) await ctx.tx((tx) => enqueue(tx, job, { n: 3 }, { key: "k" }));
  });
  for (const n of [1, 2]) await ctx.tx((tx) => enqueue(tx, job, { n }, { key: "k" }));
  await runJobs(world.services, { jobs: [job] });
  expect(ran).toEqual([2, 3]);
});

test("jobs with the same key run one by one, and the later one replaces one that has failed", async ({
  world,
}) => {
  const ctx = await world.system(await seedStore(world));
  const db = queryable(world.services.database.worker);
  const job = testJob(async () => {});
  const claim = async (outcomes: readonly Outcome[] = []) => {
    const { jobs } = await workJobs(
      db,
      "1",
      outcomes,
      [{ job, room: 8, withLarge: true, after: "" }],
      false,
    );
    return jobs;
  };
  const add = (n: number) => ctx.tx((tx) => enqueue(tx, job, { n }, { key: "k" }));
  await add(1);
  const [first] = await claim();
  await add(2);
  expect(await claim()).toEqual([]);
  const { id = 0, claim: number = 0 } = first ?? {};
  const failed = { how: "retry", pauseMs: 0, payload: null, error: "no", inOrder: false } as const;
  const after = await claim([{ id, claim: number, ...failed, counts: true }]);
  expect(after.map(({ payload }) => payload)).toEqual([{ n: 2 }]);
  expect((await world.admin.query("select from shop.jobs where kind = 'test'")).rowCount).toBe(1);
});

test("a worker waits for a transaction that has enqueued under a waiting job's key", async ({
  world,
}) => {
  const ctx = await world.system(await seedStore(world));
  const seen: number[] = [];
  const job = testJob(async (_, { payload: { n } }) => void seen.push(n));
  await ctx.tx((tx) => enqueue(tx, job, { n: 1 }, { key: "k" }));
  await ctx.tx(async (tx) => {
    await enqueue(tx, job, { n: 2 }, { key: "k" });
    expect(await runJobs(world.services, { jobs: [job] })).toBe(0);
  });
  await runJobs(world.services, { jobs: [job] });
  expect(seen).toEqual([2]);
});

test("a scheduled job waits for its time", async ({ world }) => {
  const ctx = await world.system(await seedStore(world));
  const job = testJob(async () => {});
  await ctx.tx((tx) => enqueue(tx, job, { n: 1 }, { runAt: new Date(Date.now() + 60_000) }));
  expect(await runJobs(world.services, { jobs: [job] })).toBe(0);
  await makeDue(world);
  expect(await runJobs(world.services, { jobs: [job] })).toBe(1);
});

test("a request can only enqueue, and only in its own store", async ({ world }) => {
  const [own, other] = [await seedStore(world), await seedStore(world)];
  const client = await world.services.database.app.connect();
  const inStore = async (statement: string, ...values: unknown[]) => {
    await client.query("begin");
    await client.query("select door.enter_shopper($1)", [own]);
    try {
      return await client.query(statement, values);
    } finally {
      await client.query("rollback");
    }
  };
  const add = "insert into shop.jobs (kind, lane, store_id, payload) values ('x', 'x', $1, '{}')";
  await expect(inStore(add, own)).resolves.toMatchObject({ rowCount: 1 });
  await expect(inStore(add, other)).rejects.toThrow(/row-level security/);
  await expect(
    inStore("select door.enqueue_once('x', 'x', $1, 'k', '{}', null)", other),
  ).rejects.toThrow(/another store/);
  for (const statement of [
    "select from shop.jobs",
    "update shop.jobs set kind = 'y'",
    "delete from shop.jobs",
    "insert into shop.jobs (kind, lane, payload, every) values ('x', 'x', '{}', '1 second')",
    "select from shop.job_turns",
    "select door.work_jobs(1, '[]', '[]', false)",
    "select door.hold_job(1, 1, 1, false)",
    "select door.finish_job(1, 1)",
    "select door.schedule_jobs('[]')",
    "select door.retry_job(1)",
  ])
    await expect(inStore(statement)).rejects.toThrow(/permission denied/);
  client.release();
});

async function waitingLanes(world: World): Promise<number> {
  const row = await queryable(world.admin).row<{ n: number }>(
    sql`select count(*)::int as n from shop.jobs where run_at > now()`,
  );
  return row?.n ?? 0;
}
