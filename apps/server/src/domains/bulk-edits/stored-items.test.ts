// @module-tag slow

import { expect } from "vitest";
import { seedProduct } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { type Person, person, storeOf } from "../roles/roles.fixture.ts";
import { editor, work } from "./bulk-edits.fixture.ts";
import { forgetBulkEdits } from "./jobs.ts";

test("a canceled edit that never ran drops its items and keeps its details", async ({ world }) => {
  const owner = await person(world);
  const { storeId, prepare } = await shop(world, owner);
  const { id } = await prepare({ category: "tops" });
  await owner.bulkEdits.cancelBulkEdit({ id });
  await forgetBulkEdits(world.services);
  expect(await owner.bulkEdits.listBulkEditItems({ id })).toMatchObject({ items: [], next: null });
  expect(await owner.bulkEdits.getBulkEdit({ id })).toMatchObject({
    state: "CANCELLED",
    productCount: 3,
    progress: { state: "CANCELLED", done: 3, total: 3 },
    counts: { pending: 3 },
  });
  expect(await owner.bulkEdits.listBulkEdits({ storeId })).toMatchObject({ total: 1 });
});

test("a store's edits can store two million items: the oldest edits drop theirs, starting with those that never ran", async ({
  world,
}) => {
  const owner = await person(world);
  const { prepare, run, items } = await shop(world, owner);
  const ran = await run((await prepare({ category: "tops" })).id);
  const ready = await prepare({ tags: { add: ["a"] } });
  await keep(world, ready.id, 1_999_996);
  const next = await prepare({ category: "coats" });
  await forgetBulkEdits(world.services);
  expect(await items(ready.id)).toEqual([]);
  expect((await owner.bulkEdits.getBulkEdit({ id: ready.id })).state).toBe("CANCELLED");
  expect([(await items(ran.id)).length, (await items(next.id)).length]).toEqual([3, 3]);

  await owner.bulkEdits.runBulkEdit({ id: next.id });
  await work(world);
  await keep(world, ran.id, 1_999_996);
  const last = await prepare({ category: "knitwear" });
  await expect(owner.bulkEdits.undoBulkEdit({ id: ran.id })).rejects.toMatchObject({
    code: "INVALID_TRANSITION",
  });
  await keep(world, last.id, 3_999_999 - 1_999_996);
  await expect(prepare({ category: "tops" })).rejects.toMatchObject({ code: "LIMIT_REACHED" });
  await forgetBulkEdits(world.services);
  await expect(owner.bulkEdits.undoBulkEdit({ id: ran.id })).rejects.toMatchObject({
    code: "INVALID_TRANSITION",
  });
  expect((await owner.bulkEdits.getBulkEdit({ id: ran.id })).state).toBe("DONE");
  expect([(await items(next.id)).length, (await items(last.id)).length]).toEqual([3, 3]);
});

test("many edits in one owner's stores don't delay another owner's edits", async ({ world }) => {
  const owner = await person(world);
  const waiting = [];
  for (let i = 0; i < 3; i += 1) {
    const { storeId } = await shop(world, owner);
    for (let n = 0; n < 3; n += 1) waiting.push(await open(owner, storeId));
  }
  const other = await person(world);
  const { storeId } = await shop(world, other);
  const id = await open(other, storeId);
  await work(world);
  // The edits, in the order in which their last steps were written.
  const { rows } = await world.admin.query<{ id: string }>(
    "select id from shop.bulk_edits where state = 'READY' order by xmin::text::bigint",
  );
  expect(rows).toHaveLength(waiting.length + 1);
  expect(rows.findIndex((row) => row.id === id)).toBeLessThanOrEqual(1);
});

async function shop(world: World, owner: Person) {
  const storeId = await storeOf(world, owner);
  for (let i = 0; i < 3; i += 1) await seedProduct(world, storeId);
  return { storeId, ...editor(world, storeId, owner) };
}

async function open(owner: Person, storeId: string): Promise<string> {
  const body = { selection: { filter: {} }, change: { price: { add: 1 } } };
  return (await owner.bulkEdits.createBulkEdit({ storeId, body })).id;
}

/** Sets the number of items stored for an edit. */
async function keep({ admin }: World, id: string, items: number): Promise<void> {
  await admin.query(
    // Also makes the edit two days old, so that its items don't count toward the owner's daily limit.
    "update shop.bulk_edits set item_count = $2, created_at = created_at - interval '2 days' where id = $1",
    [id, items],
  );
}
