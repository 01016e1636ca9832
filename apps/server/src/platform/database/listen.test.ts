// @module-tag slow

import { expect } from "vitest";
import { beforeItExpires } from "#tests/before-it-expires.ts";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { createStoreDirectory } from "../store-directory.ts";

test("a change to a store clears other processes' caches, even after they lost their connection", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const otherId = await seedStore(world);
  const { database } = world.services;
  const directory = createStoreDirectory(database.lookups.catalogue, null);
  let heard = 0;
  database.listen("stores", (changed) => {
    heard += 1;
    directory.forget(changed);
  });
  await expect.poll(() => heard).toBe(1);
  const rename = (name: string) =>
    world.admin.query("update shop.stores set name = $2 where id = $1", [storeId, name]);
  const cachedName = async () => (await directory.find(storeId))?.name;
  await cachedName();
  const findOther = () => beforeItExpires(() => directory.find(otherId));
  const other = await findOther();
  await rename("Nuova");
  await expect.poll(() => heard).toBeGreaterThan(1);
  expect(await cachedName()).toBe("Nuova");
  // Other stores stay in the cache.
  expect(await findOther()).toBe(other);
  for (const table of ["shipping_regions", "shipping_rates", "tax_rates", "tax_settings"]) {
    const before = heard;
    await cachedName();
    await world.admin.query(`update shop.${table} set store_id = store_id where store_id = $1`, [
      storeId,
    ]);
    await expect.poll(() => heard).toBeGreaterThan(before);
    expect(await findOther()).toBe(other);
  }
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
