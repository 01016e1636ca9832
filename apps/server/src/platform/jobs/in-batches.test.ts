// @module-tag slow

import { expect } from "vitest";
import { record } from "#tests/recorded.ts";
import { test, type World } from "#tests/world.ts";
import { sql } from "../database/sql.ts";
import { halfAfter, inBatches, inBatchesByStore } from "./in-batches.ts";

const [slow, quick, broken] = [1, 2, 3].map((n) => `00000000-0000-0000-0000-00000000000${n}`);

/** Creates the function door.test_batch, which takes too long if the size is above the store's maximum. */
async function seedRows(world: World): Promise<void> {
  await world.admin.query(`
    create table public.due_rows (store_id uuid, due int, max_size int);
    create function door.test_batch(of_store uuid, size int) returns int
    language plpgsql security definer as $$
    declare
      found record;
    begin
      select * into found from public.due_rows where store_id = of_store;
      if size > found.max_size then raise exception 'too slow' using errcode = 'query_canceled'; end if;
      update public.due_rows set due = due - least(due, size) where store_id = of_store;
      return least(found.due, size);
    end $$;
    grant execute on function door.test_batch to public`);
  await world.admin.query(
    "insert into public.due_rows values ($1, 5, 2), ($2, 3, 100), ($3, 1, 0)",
    [slow, quick, broken],
  );
}

/** Runs `work`, and returns the store and the size of each batch. */
async function batchesOf(work: () => Promise<number>): Promise<unknown[]> {
  let done = 0;
  const sent = await record(async () => void (done = await work()));
  const batches = sent.filter(({ text }) => text.includes("test_batch"));
  return [...batches.map(({ values }) => values), done];
}

test("a batch that takes too long is tried again with half its size, down to one", async ({
  world,
}) => {
  await seedRows(world);
  const run = (storeId: string | undefined) => () =>
    inBatches(
      world.services,
      8,
      (size) => sql`door.test_batch(${storeId}, ${size})`,
      () => false,
    );
  expect(await batchesOf(run(slow))).toEqual([...[8, 4, 2, 2, 2].map((size) => [slow, size]), 5]);
  await expect(run(broken)()).rejects.toThrow("too slow");
  const timeout = await world.admin
    .query("set statement_timeout = 1; select pg_sleep(60)")
    .catch((error: unknown) => error);
  expect(halfAfter(timeout, 5)).toBe(2);
  const other = new Error("another");
  expect(() => halfAfter(other, 5)).toThrow(other);
});

test("stores take turns, so that one whose batches take too long or fail doesn't hold up others", async ({
  world,
}) => {
  await seedRows(world);
  const run = () =>
    inBatchesByStore(
      world.services,
      {
        name: "test",
        size: 8,
        stores: (after) => sql`
          select store_id, store_id as id, '' as due from unnest(${[slow, quick, broken]}::uuid[]) store_id
          where store_id > ${after} order by store_id`,
        batch: (storeId, size) => sql`door.test_batch(${storeId}, ${size})`,
      },
      () => false,
    );
  const turns = await batchesOf(run);
  expect(turns.slice(0, 3)).toEqual([slow, quick, broken].map((storeId) => [storeId, 8]));
  expect(turns.slice(3)).toEqual([
    [slow, 4],
    [broken, 4],
    [slow, 2],
    [broken, 2],
    [slow, 2],
    [broken, 1],
    [slow, 2],
    8,
  ]);
});
