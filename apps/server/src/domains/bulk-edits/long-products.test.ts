// @module-tag slow

import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { record } from "#tests/recorded.ts";
import { test, type World } from "#tests/world.ts";
import { jobRows } from "../../platform/jobs/jobs.fixture.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { editor } from "./bulk-edits.fixture.ts";
import { maxProseOfDay } from "./count-prose.ts";

/** Creates a store with products whose description has `bytes` bytes. */
async function shop(world: World, products: number, bytes: number) {
  const storeId = await seedStore(world);
  await world.admin.query(
    `insert into shop.products (store_id, id, link, name, description)
     select $1, gen_random_uuid(), 'p' || n, 'P', repeat('long ', $3::int / 5) from generate_series(1, $2::int) n`,
    [storeId, products, bytes],
  );
  return { storeId, ...editor(world, storeId, await staffClient(world, storeId)) };
}

/** Runs `work`, and returns for each step the number of products whose search words it updated. */
async function stepsOf(work: () => Promise<unknown>): Promise<number[]> {
  const sent = await record(async () => void (await work()));
  return sent.flatMap(({ text, values }) => {
    const ids = text.includes("refresh_listings") ? values.find(Array.isArray) : undefined;
    return ids === undefined ? [] : [ids.length];
  });
}

async function countedProse(world: World): Promise<number> {
  const { rows } = await world.admin.query<{ calls: number }>(
    "select calls from shop.rate_limits where bucket like 'words of bulk edits of %'",
  );
  return rows[0]?.calls ?? 0;
}

test("a step that changes search words takes products with at most half a megabyte of text, including translations", async ({
  world,
}) => {
  const { storeId, prepare, run, undo } = await shop(world, 9, 200 * 1024);
  // The last three products have only a translated name. The translation's search words then include the untranslated
  // description, so these products count twice.
  await world.admin.query(
    "insert into shop.store_languages (store_id, id, code) values ($1, gen_random_uuid(), 'DE')",
    [storeId],
  );
  await world.admin.query(
    `insert into shop.translations (store_id, id, entity_type, entity_id, language_code, fields)
     select $1, gen_random_uuid(), 'PRODUCT', id, 'DE', '{"name": "Q"}'
     from shop.products where store_id = $1 order by id desc limit 3`,
    [storeId],
  );
  const { id } = await prepare({ category: "coats", tags: { add: ["new"] } });
  expect(await stepsOf(() => run(id))).toEqual([3, 3, 2, 1]);
  expect(await countedProse(world)).toBe(12 * 200);
  expect(await stepsOf(() => undo(id))).toEqual([3, 3, 2, 1]);
  expect(await countedProse(world)).toBe(2 * 12 * 200);
  const other = await prepare({ status: { to: "ARCHIVED" } });
  expect(await stepsOf(() => run(other.id))).toEqual([9]);
  expect(await countedProse(world)).toBe(2 * 12 * 200);
});

test("a step that takes too long is tried again with half the items", async ({ world }) => {
  const { prepare, run } = await shop(world, 30, 10);
  const { id } = await prepare({ category: "coats" });
  await world.admin.query(`
    create function shop.slow() returns trigger language plpgsql as $$
    begin
      if (select count(*) from written) > 20 then raise exception 'too slow' using errcode = 'query_canceled'; end if;
      return null;
    end $$;
    create trigger slow after update on shop.bulk_edit_items referencing new table as written
      for each statement execute function shop.slow()`);
  const steps = await stepsOf(async () => {
    expect(await run(id)).toMatchObject({ state: "DONE", counts: { done: 30, failed: 0 } });
  });
  expect(steps).toEqual([30, 30, 30, 30, 30, 14, 14, 2]);
});

test("an edit waits for the next day once its owner's edits have written too many texts", async ({
  world,
}) => {
  const { storeId, prepare, run } = await shop(world, 9, 200 * 1024);
  const { id } = await prepare({ category: "coats" });
  const { store } = await world.system(storeId);
  await world.admin.query(
    "insert into shop.rate_limits (bucket, window_start, calls) values ($1, date_trunc('day', now(), 'UTC'), $2)",
    [`words of bulk edits of ${store.owner}`, maxProseOfDay - 1],
  );
  expect(await run(id)).toMatchObject({ state: "RUNNING", counts: { done: 3 } });
  expect(await jobRows(world, "bulk-edits.work")).toMatchObject([{ failed: false, attempts: 0 }]);
});
