import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { createStoreDirectory } from "../store-directory.ts";

test("a change to a store clears other processes' caches, even after they lost their connection", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { database } = world.services;
  const directory = createStoreDirectory(database.catalogue, null);
  let heard = 0;
  database.listen("stores", () => {
    heard += 1;
    directory.forget();
  });
  await expect.poll(() => heard).toBe(1);
  const rename = (name: string) =>
    world.admin.query("update shop.stores set name = $2 where id = $1", [storeId, name]);
  const cachedName = async () => (await directory.find(storeId))?.name;
  await cachedName();
  await rename("Nuova");
  await expect.poll(() => heard).toBeGreaterThan(1);
  expect(await cachedName()).toBe("Nuova");
  await world.admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'",
  );
  const before = heard;
  await expect.poll(() => heard).toBeGreaterThan(before);
  await cachedName();
  const listening = heard;
  await rename("Ancora");
  await expect.poll(() => heard).toBeGreaterThan(listening);
  expect(await cachedName()).toBe("Ancora");
});
