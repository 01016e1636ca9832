import { expect } from "vitest";
import { record } from "#tests/recorded.ts";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { sweepMedia } from "./jobs.ts";

/** Adds pictures that nothing shows. Returns the store's id. */
async function storeWith(world: World, pictures: number): Promise<string> {
  const storeId = await seedStore(world);
  await world.admin.query(
    `insert into shop.media (store_id, id, key, width, height, widths, bytes, looked_at)
     select $1::uuid, gen_random_uuid(), 'up/' || md5($1::uuid::text || i), 640, 800, '{640}', 1000, '-infinity'
     from generate_series(1, $2::int) i`,
    [storeId, pictures],
  );
  return storeId;
}

/** Runs a sweep and returns the store of each batch of pictures that it looked at. */
async function batchesOf(world: World, size: number): Promise<unknown[]> {
  const sent = await record(async () => void (await sweepMedia(world.services, size)));
  return sent.flatMap(({ text, values }) => (text.includes("look_at_media") ? [values[0]] : []));
}

test("a sweep looks at each picture once a day, and stores take turns", async ({ world }) => {
  const large = await storeWith(world, 25);
  const small = await storeWith(world, 3);
  const batches = await batchesOf(world, 10);
  expect(batches).toHaveLength(4);
  expect(new Set(batches.slice(0, 2))).toEqual(new Set([large, small]));
  expect(batches.slice(2)).toEqual([large, large]);
  expect(await batchesOf(world, 10)).toEqual([]);
  await world.admin.query("update shop.media set looked_at = now() - interval '25 hours'");
  expect(await batchesOf(world, 10)).toHaveLength(4);
});

test("all dropped files are deleted in one sweep, even if others, or looking at pictures, fail", async ({
  world,
}) => {
  await storeWith(world, 5);
  await world.admin.query("delete from shop.media");
  await world.admin.query(
    "update shop.dropped_pictures set dropped_at = now() - interval '2 hours'",
  );
  await world.admin.query("alter function door.stores_with_media_to_look_at rename to missing");
  const { files } = world.services;
  const remove = files.remove.bind(files);
  let calls = 0;
  files.remove = (names) =>
    (calls += 1) === 2 ? Promise.reject(new Error("unreachable")) : remove(names);
  await expect(sweepMedia(world.services, 2)).rejects.toThrow("stores_with_media_to_look_at");
  expect(calls).toBe(5);
  const { rows } = await world.admin.query<{ n: number }>(
    "select count(*)::int as n from shop.dropped_pictures",
  );
  expect(rows).toEqual([{ n: 1 }]);
});
