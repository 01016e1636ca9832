import { pino } from "pino";
import { expect, vi } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { waitLimit } from "#tests/wait-limit.ts";
import { test, type World } from "#tests/world.ts";
import { catalogueChanged } from "./catalogue-changed.ts";
import { enqueue } from "../outbox.ts";
import { type EventHandlers, sweepOutbox } from "./outbox-sweep.ts";
import { startWorker } from "./worker.ts";

const handlers: EventHandlers = {
  "catalogue.changed": catalogueChanged,
  "language.moved": async () => {},
  "stock.low": async () => {},
};

test("an event is published once, and its row is marked as done", async ({ world }) => {
  await changed(world);
  const published: string[][] = [];
  const worker = startWorker(world.services, collecting(published), world.services.log);
  await vi.waitFor(async () => expect((await outbox(world)).at(0)?.done).toBe(true), waitLimit);
  await worker.stop();
  expect(published).toEqual([["product:1"]]);
});

test("after a handler's failure the row has its error and a later run time, and the next attempt succeeds", async ({
  world,
}) => {
  await changed(world);
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  const refusal = Object.assign(new Error("550 <ada@example.com> is\nunknown here"), {
    code: "EX",
  });
  const before = Date.now();
  await sweepOutbox(world.services, failing(refusal), log);
  const [failed] = await outbox(world);
  expect(failed).toMatchObject({
    done: false,
    attempts: 1,
    last_error: "EX: 550 <<address>> is unknown here",
  });
  expect(failed?.runAt.getTime()).toBeGreaterThanOrEqual(before + 10_000);
  expect(JSON.stringify(lines)).not.toContain("ada@");
  expect(await sweepOutbox(world.services, handlers, log)).toBe(0);

  await makeDue(world);
  expect(await sweepOutbox(world.services, handlers, log)).toBe(1);
  expect((await outbox(world)).at(0)).toMatchObject({ done: true, attempts: 2, last_error: null });
});

test("after twelve attempts it is no longer logged, but still retried", async ({ world }) => {
  await changed(world);
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  for (let i = 0; i < 14; i++) {
    await makeDue(world);
    await sweepOutbox(world.services, failing(new Error("no")), log);
  }
  expect(lines).toHaveLength(12);
  expect(lines.at(-1)).toMatchObject({ attempts: 12, lastLogged: true });
  expect((await outbox(world)).at(0)).toMatchObject({ done: false, attempts: 14 });
});

test("an event of an unknown topic waits for a version that knows it", async ({ world }) => {
  const storeId = await seedStore(world);
  await world.admin.query(
    "insert into shop.outbox (store_id, id, topic, payload) values ($1, gen_random_uuid(), 'constructor', '{}')",
    [storeId],
  );
  await sweepOutbox(world.services, handlers, world.services.log);
  expect((await outbox(world)).at(0)).toMatchObject({
    done: false,
    last_error: "this version has no handler for constructor",
  });
});

test("many rows and several concurrent sweeps: each row is handled once", async ({ world }) => {
  const ctx = await world.system(await seedStore(world));
  await ctx.tx(async (tx) => {
    for (let i = 0; i < 50; i++) await enqueue(tx, "catalogue.changed", { tags: [`${i}`] });
  });
  const seen: string[][] = [];
  const sweep = () => sweepOutbox(world.services, collecting(seen), world.services.log);
  const tried = await Promise.all([sweep(), sweep(), sweep()]);
  expect(tried.reduce((sum, n) => sum + n)).toBe(50);
  expect(new Set(seen.flat()).size).toBe(50);
  expect(seen).toHaveLength(50);
  expect((await outbox(world)).every((row) => row.done)).toBe(true);
});

test("a task never overlaps itself, survives failures, and stop() waits for the current run", async ({
  world,
}) => {
  const worker = startWorker(world.services, handlers, world.services.log);
  let [running, max, runs, finished] = [0, 0, 0, 0];
  worker.every(1, "slow", async () => {
    max = Math.max(max, ++running);
    runs += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
    running -= 1;
    if (runs === 2) throw new Error("once");
    finished += 1;
  });
  await vi.waitFor(() => expect(runs).toBeGreaterThan(4), waitLimit);
  await worker.stop();
  const afterStop = runs;
  expect(running).toBe(0);
  expect(finished).toBe(afterStop - 1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(runs).toBe(afterStop);
  expect(max).toBe(1);
});

test("a worker survives the loss of its database and resumes by itself", async ({ world }) => {
  const lines: { task?: string; msg: string }[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  const worker = startWorker(world.services, handlers, log);
  await vi.waitFor(async () => {
    // The first time would miss a connection that is just being opened.
    await allowConnections(world, false);
    expect(lines.map(({ msg }) => msg)).toContain("task failed");
  }, waitLimit);
  await allowConnections(world, true);
  await changed(world);
  await vi.waitFor(async () => expect((await outbox(world)).at(0)?.done).toBe(true), waitLimit);
  await worker.stop();
  expect(lines.at(-1)).toMatchObject({ task: "outbox", msg: "task works again" });
});

/** False also ends every other connection. */
async function allowConnections(world: World, allowed: boolean): Promise<void> {
  await world.admin.query(
    `do $$ begin execute format('alter database %I connection limit ${allowed ? -1 : 0}', current_database()); end $$`,
  );
  if (allowed) return;
  await world.admin.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
}

async function changed(world: World): Promise<void> {
  const ctx = await world.system(await seedStore(world));
  await ctx.tx((tx) => enqueue(tx, "catalogue.changed", { tags: ["product:1"] }));
}

function collecting(published: string[][]): EventHandlers {
  return {
    ...handlers,
    "catalogue.changed": async (_services, { payload }) => void published.push(payload.tags),
  };
}

function failing(error: Error): EventHandlers {
  return {
    ...handlers,
    "catalogue.changed": async () => {
      throw error;
    },
  };
}

async function makeDue(world: World): Promise<void> {
  await world.admin.query("update shop.outbox set run_at = now() - interval '1 second'");
}

type OutboxRow = { done: boolean; attempts: number; last_error: string | null; runAt: Date };

async function outbox(world: World): Promise<OutboxRow[]> {
  const { rows } = await world.admin.query<OutboxRow>(`
    select done_at is not null as done, attempts, last_error,
      run_at as "runAt" from shop.outbox order by id`);
  return rows;
}
