import { expect } from "vitest";
import { test } from "#tests/world.ts";
import { untilBlocked } from "#tests/until-blocked.ts";
import { workOf } from "#tests/work-of.ts";
import { countHit, countOnce, markBucket, uncountCall } from "./rate-limit.ts";

const hour = 60 * 60;

test("concurrent calls of a bucket share statements, and each gets its own place in the count", async ({
  world,
}) => {
  const { app } = world.services.database;
  const counts: number[] = [];
  const { statements } = await workOf(async () => {
    const calls = Array.from({ length: 300 }, () => countHit(app, "flood", hour));
    counts.push(...(await Promise.all(calls)));
  });
  expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, i) => i + 1));
  expect(statements.length).toBeLessThan(10);
});

test("calls of thousands of buckets take two connections, and each bucket keeps its own count", async ({
  world,
}) => {
  const { app } = world.services.database;
  let most = 0;
  const { statements } = await workOf(async () => {
    const calls = Array.from({ length: 2000 }, (_, i) => countHit(app, `caller ${i % 1500}`, hour));
    const watched = setInterval(() => (most = Math.max(most, app.totalCount - app.idleCount)), 0);
    const counts = await Promise.all(calls);
    clearInterval(watched);
    expect(counts.filter((count) => count === 1)).toHaveLength(1500);
    expect(counts.filter((count) => count === 2)).toHaveLength(500);
  });
  expect(statements.length).toBeLessThan(20);
  expect(most).toBeLessThanOrEqual(2);
});

test("members of one bucket share statements, and each is counted once", async ({ world }) => {
  const { app } = world.services.database;
  const members = Array.from({ length: 300 }, (_, i) => `member ${i % 200}`);
  let counts: Awaited<ReturnType<typeof countOnce>>[] = [];
  const { statements } = await workOf(async () => {
    counts = await Promise.all(members.map((member) => countOnce(app, "all", member, hour)));
  });
  const firsts = counts.filter(({ isFirst }) => isFirst).map(({ total }) => total);
  expect(firsts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
  expect(statements.length).toBeLessThan(10);
  // A repeated member sees at least the count after its first call.
  const firstOf = new Map(
    counts.flatMap(({ total, isFirst }, i) => (isFirst ? [[members[i], total] as const] : [])),
  );
  const tooLow = counts.filter(({ total }, i) => total < (firstOf.get(members[i]) ?? Infinity));
  expect(tooLow).toEqual([]);
  expect(await countOnce(app, "all", "member 0", hour)).toEqual({ total: 200, isFirst: false });
  expect(await countOnce(app, "other", "new", hour)).toEqual({ total: 1, isFirst: true });
});

test("marks of one bucket share statements", async ({ world }) => {
  const { app } = world.services.database;
  const { statements } = await workOf(() =>
    Promise.all(Array.from({ length: 300 }, () => markBucket(app, "mark", hour))),
  );
  expect(statements.length).toBeLessThan(10);
});

test("calls that are uncounted share the statements of the calls that are counted", async ({
  world,
}) => {
  const { app } = world.services.database;
  const { statements } = await workOf(() =>
    Promise.all(
      Array.from({ length: 300 }, async () => {
        await countHit(app, "flood", hour);
        await uncountCall(app, "flood", hour);
      }),
    ),
  );
  expect(statements.length).toBeLessThan(20);
  expect(await countHit(app, "flood", hour)).toBe(1);
});

test("calls that are uncounted take two connections while their row is locked", async ({
  world,
}) => {
  const { app } = world.services.database;
  await countHit(app, "flood", hour, 40);
  const lock = await world.admin.connect();
  await lock.query("begin; select from shop.rate_limits for update");
  const uncounting = Promise.all(Array.from({ length: 30 }, () => uncountCall(app, "flood", hour)));
  await untilBlocked(world, 2);
  expect(app.totalCount - app.idleCount).toBe(2);
  await lock.query("rollback");
  lock.release();
  await uncounting;
  expect(await countHit(app, "flood", hour)).toBe(11);
});

test("a count never falls below zero, and a call isn't uncounted in a window without calls", async ({
  world,
}) => {
  const { app } = world.services.database;
  await uncountCall(app, "new", hour);
  expect((await world.admin.query("select from shop.rate_limits")).rowCount).toBe(0);
  expect(await countHit(app, "new", hour)).toBe(1);
  await Promise.all([1, 2, 3].map(() => uncountCall(app, "new", hour)));
  expect(await countHit(app, "new", hour)).toBe(1);
});

test("a bucket's windows and weights are counted separately", async ({ world }) => {
  const { app } = world.services.database;
  const counts = await Promise.all([
    countHit(app, "a", hour, 5),
    countHit(app, "a", 7, 2),
    countHit(app, "b", hour),
    countHit(app, "a", hour, 3),
    countHit(app, "a", 7),
  ]);
  expect(counts[2]).toBe(1);
  // Two statements run at once, so either call of the hour may be counted first.
  expect([
    [5, 8],
    [8, 3],
  ]).toContainEqual([counts[0], counts[3]]);
  const { rows } = await world.admin.query<{ bucket: string; calls: number }>(
    "select bucket, sum(calls)::int as calls from shop.rate_limits group by bucket order by bucket",
  );
  expect(rows).toEqual([
    { bucket: "a", calls: 11 },
    { bucket: "b", calls: 1 },
  ]);
});

test("a failed statement rejects its calls, and later calls are counted", async ({ world }) => {
  const { app } = world.services.database;
  const failed = Array.from({ length: 3 }, () => countHit(app, "huge", hour, 2 ** 30));
  const ends = await Promise.allSettled(failed);
  expect(ends.some(({ status }) => status === "rejected")).toBe(true);
  expect(await countHit(app, "other", hour)).toBe(1);
});
