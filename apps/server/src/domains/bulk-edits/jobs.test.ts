// @module-tag slow

import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { runJobs } from "#tests/run-jobs.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { jobRows, makeDue } from "../../platform/jobs/jobs.fixture.ts";
import { readFailedJobs, retryJob } from "../../platform/jobs/retry-job.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { editor, work } from "./bulk-edits.fixture.ts";
import { forgetBulkEdits, takeStep, processBulkEdits } from "./jobs.ts";

/** Creates a store with six products of two variants each. `step` runs one small step of an edit. */
async function shop(world: World) {
  const storeId = await seedStore(world);
  for (let i = 0; i < 6; i += 1) await seedProduct(world, storeId, { sizes: ["S", "M"] });
  const staff = await staffClient(world, storeId);
  const ctx = await world.system(storeId);
  return {
    storeId,
    staff,
    ...editor(world, storeId, staff),
    step: (id: string) =>
      ctx.tx((tx) => takeStep(ctx, tx, id, { products: 2, variants: 3, items: 5 })),
    read: (id: string) => staff.bulkEdits.getBulkEdit({ id }),
    create: (add: number) =>
      staff.bulkEdits.createBulkEdit({
        storeId,
        body: {
          selection: { filter: {} },
          change: { stock: { add, reason: "RECEIVED" }, price: { add } },
        },
      }),
    stock: async () => {
      const { rows } = await world.admin.query<{ n: number }>(
        "select distinct on_hand as n from shop.inventory_levels order by 1",
      );
      return rows.map(({ n }) => n);
    },
  };
}

test("an edit is processed in small batches of complete products, and can be canceled between them", async ({
  world,
}) => {
  const { create, step, read, staff, stock } = await shop(world);
  const { id, progress } = await create(5);
  expect(progress).toEqual({ state: "WAITING", done: 0, total: 6 });
  await step(id);
  expect(await read(id)).toMatchObject({
    state: "PREPARING",
    progress: { state: "RUNNING", done: 2, total: 6 },
    counts: { pending: 8 },
  });
  await work(world);
  await staff.bulkEdits.runBulkEdit({ id });
  // A step takes only the first product's four items, because a fifth item would split the next product.
  await step(id);
  await step(id);
  expect(await read(id)).toMatchObject({
    state: "RUNNING",
    progress: { state: "RUNNING", done: 8, total: 24 },
  });
  const cancelled = await staff.bulkEdits.cancelBulkEdit({ id });
  expect(cancelled).toMatchObject({
    state: "CANCELLED",
    progress: { state: "CANCELLED", done: 8, total: 24 },
  });
  expect([await step(id), await stock()]).toEqual([false, [10, 15]]);
  await staff.bulkEdits.undoBulkEdit({ id });
  await step(id);
  await staff.bulkEdits.cancelBulkEdit({ id });
  expect(await read(id)).toMatchObject({ counts: { pending: 16, done: 4, undone: 4 } });
  await staff.bulkEdits.undoBulkEdit({ id });
  await work(world);
  expect(await read(id)).toMatchObject({
    state: "UNDONE",
    counts: { pending: 16, done: 0, undone: 8 },
    progress: { state: "DONE", done: 8, total: 8 },
  });
  expect([await stock(), await imbalances(world)]).toEqual([[10], []]);
});

test("an interrupted step is rolled back, and concurrent workers process each item once", async ({
  world,
}) => {
  const { create, step, read, staff, stock } = await shop(world);
  const { id } = await create(5);
  await work(world);
  await staff.bulkEdits.runBulkEdit({ id });
  await step(id);
  // The connection is lost after the step has written everything except its progress.
  await world.admin.query(`
    create function shop.cut_off() returns trigger language plpgsql security definer as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
    create trigger cut_off before update on shop.bulk_edits for each row execute function shop.cut_off()`);
  await expect(step(id)).rejects.toThrow("terminating connection");
  await world.admin.query("drop trigger cut_off on shop.bulk_edits");
  expect(await read(id)).toMatchObject({ counts: { done: 4, pending: 20 } });
  expect(await stock()).toEqual([10, 15]);
  const both = async () => {
    while (await step(id));
  };
  await Promise.all([both(), both(), work(world)]);
  await both();
  expect(await read(id)).toMatchObject({ state: "DONE", counts: { done: 24, failed: 0 } });
  expect([await stock(), await imbalances(world)]).toEqual([[15], []]);
});

test("of two concurrent edits of the same products, one changes each item and the other reports this", async ({
  world,
}) => {
  const { create, step, read, staff, stock, storeId } = await shop(world);
  const ids = [(await create(5)).id, (await create(9)).id];
  await work(world);
  for (const id of ids) await staff.bulkEdits.runBulkEdit({ id });
  const through = async (id: string) => {
    while (await step(id));
  };
  await Promise.all(ids.map(through));
  const [five, nine] = await Promise.all(ids.map(read));
  expect([five?.state, nine?.state]).toEqual(["DONE", "DONE"]);
  expect((five?.counts.done ?? 0) + (nine?.counts.done ?? 0)).toBe(24);
  expect(five?.counts.failed).toBe(nine?.counts.done);
  for (const n of await stock()) expect([15, 19]).toContain(n);
  for (const id of ids.filter((_, i) => ([five, nine][i]?.counts.done ?? 0) > 0))
    await staff.bulkEdits.undoBulkEdit({ id });
  await work(world);
  expect([await stock(), await imbalances(world)]).toEqual([[10], []]);
  const { items } = await staff.products.listProducts({ linkStoreId: storeId });
  expect(new Set(items.map(({ price }) => price))).toEqual(new Set([40]));
});

test("a failing step is retried with backoff until the edit fails for good, and finished items can be undone", async ({
  world,
}) => {
  const { create, step, read, staff, stock } = await shop(world);
  const { id } = await create(5);
  await work(world);
  await staff.bulkEdits.runBulkEdit({ id });
  await step(id);
  await world.admin.query(
    "alter table shop.bulk_edit_items add constraint stuck check (state <> 'DONE' or position < 5) not valid",
  );
  const waits: number[] = [];
  for (let tries = 0; (await read(id)).state === "RUNNING"; tries += 1) {
    expect(tries).toBeLessThan(10);
    await makeDue(world);
    await runJobs(world.services, { jobs: [processBulkEdits] });
    const [job] = await jobRows(world, "bulk-edits.work");
    if (job?.failed === false) waits.push(Math.round(job.wait / 10) * 10);
  }
  expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640]);
  expect(await jobRows(world, "bulk-edits.work")).toMatchObject([{ failed: true, attempts: 8 }]);
  expect(await read(id)).toMatchObject({
    state: "FAILED",
    progress: { state: "FAILED", done: 4, total: 24 },
  });
  // Retried manually, the job continues where it stopped, and fails again for the same reason.
  const [failed] = await readFailedJobs(world.services, 10);
  await retryJob(world.services, [processBulkEdits], failed!);
  expect(await read(id)).toMatchObject({ state: "RUNNING", counts: { done: 4 } });
  await world.admin.query("update shop.jobs set attempts = 7");
  await work(world);
  expect(await read(id)).toMatchObject({ state: "FAILED", counts: { done: 4 } });
  await staff.bulkEdits.undoBulkEdit({ id });
  await work(world);
  expect([(await read(id)).state, await stock()]).toEqual(["UNDONE", [10]]);
});

test("only edits that were not run for a month are deleted", async ({ world }) => {
  const { prepare, run, read, step, create } = await shop(world);
  const old = await prepare({ category: "tops" });
  const ran = await run((await prepare({ tags: { add: ["a"] } })).id);
  const other = await create(1);
  await step(other.id);
  await world.admin.query("update shop.bulk_edits set created_at = now() - interval '31 days'");
  const fresh = await prepare({ category: "coats" });
  // Deletes six items of the first edit, 24 items of the second, and both edits.
  expect(await forgetBulkEdits(world.services, 5)).toBe(32);
  for (const { id } of [old, other])
    await expect(read(id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  for (const { id, state } of [ran, fresh]) expect((await read(id)).state).toBe(state);
});
