import { StoreInput } from "@vetrina/contract/stores/store-settings";
import { expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { beforeItExpires } from "#tests/before-it-expires.ts";
import { runJobs } from "#tests/run-jobs.ts";
import { sql } from "./database/sql.ts";
import { catalogueChanged } from "./jobs/catalogue-changed.ts";
import { enqueue } from "./jobs/enqueue.ts";
import { storeOfHost } from "./http/host-store.ts";
import { newId } from "./id.ts";
import { createStoreDirectory } from "./store-directory.ts";

test("the platform's own host, which account emails link to, serves the default store until a store has that host", async ({
  world,
}) => {
  await seedStore(world, { slug: "first" });
  await seedStore(world, { slug: "second", host: "shop.example" });
  const { catalogue } = world.services.database;
  const nameOf = async (platformHost: string, host: string) => {
    const directory = createStoreDirectory(() => catalogue, null, platformHost);
    return (await storeOfHost(directory, host)).slug;
  };
  expect(await nameOf("shops.example", "SHOPS.example")).toBe("first");
  expect(await nameOf("shop.example", "shop.example")).toBe("second");
  for (const other of ["www.shops.example", "other.example", "shops"])
    await expect(nameOf("shops.example", other)).rejects.toMatchObject({ code: "UNKNOWN_HOST" });
});

const loopbackNames = [
  "localhost",
  "LOCALHOST.",
  "localhost:3000",
  "127.0.0.1",
  "127.0.0.1:3000",
  "127.1.2.3",
  "[::1]",
  "[::1]:3000",
  "::1",
];

test("calls to a loopback host use the default store, as pages do", async ({ world }) => {
  const first = await seedStore(world, { slug: "first" });
  await seedProduct(world, first, { link: "coat" });
  await seedStore(world, { slug: "second" });
  for (const name of loopbackNames) {
    expect((await world.client().stores.getStore({ id: name })).slug).toBe("first");
    const { total } = await world.client().products.listProducts({ linkStoreId: name });
    expect(total).toBe(1);
    expect((await storeOfHost(world.services.directory, name)).slug).toBe("first");
  }
});

test("DEFAULT_STORE sets the store of loopback names in calls", async ({ world }) => {
  await seedStore(world, { slug: "first" });
  await seedStore(world, { slug: "second" });
  const directory = createStoreDirectory(world.services.database.lookups.catalogue, "second");
  for (const name of loopbackNames) expect((await directory.find(name))?.slug).toBe("second");
});

test("without a store, a loopback name finds none, and no store may have that name", async ({
  world,
}) => {
  await expect(world.client().stores.getStore({ id: "localhost" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  const slug = StoreInput.shape.slug;
  expect(slug.safeParse("localhost").success).toBe(false);
});

test("a name longer than any host is not looked up", async ({ world }) => {
  const queries: unknown[] = [];
  const { catalogue } = world.services.database;
  const counting: typeof catalogue = {
    ...catalogue,
    row: (query) => {
      queries.push(query);
      return catalogue.row(query);
    },
  };
  const directory = createStoreDirectory(() => counting, null);
  const longest = `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`;
  expect(await directory.find(longest)).toBeNull();
  expect(await directory.find(`${longest}:65535`)).toBeNull();
  expect(queries).toHaveLength(1);
  for (const name of [`e${longest}`, "x".repeat(15_000), "\u4e00".repeat(254), "a.".repeat(5000)])
    expect(await directory.find(name)).toBeNull();
  expect(queries).toHaveLength(1);
  await expect(storeOfHost(directory, `${"f.".repeat(200)}example`)).rejects.toMatchObject({
    code: "UNKNOWN_HOST",
  });
});

test("a change to a store's settings leaves other stores in the cache, and one to its products all", async ({
  world,
}) => {
  const first = await seedStore(world, { slug: "first" });
  const changed = await seedStore(world, { slug: "changed" });
  await seedStore(world, { slug: "other" });
  const ctx = await world.system(changed);
  const directory = createStoreDirectory(world.services.database.lookups.catalogue, null);
  const find = (name: string) => beforeItExpires(() => directory.find(name));
  const other = await find("other");
  expect((await find("changed"))?.id).toBe(changed);
  expect(await find("renamed")).toBeNull();
  const byDefault = await find("localhost");
  expect(byDefault?.id).toBe(first);
  // Shoppers also cause changes of products and lists, for example with votes. Such changes leave the store in the
  // cache.
  const before = await find("changed");
  await ctx.tx((tx) => enqueue(tx, catalogueChanged, { tags: [`product:${newId()}`, "lists"] }));
  expect(await runJobs({ ...world.services, directory })).toBe(1);
  expect(await find("changed")).toBe(before);
  await ctx.tx(async (tx) => {
    await tx.run(sql`update shop.stores set slug = 'renamed' where id = ${changed}`);
    await enqueue(tx, catalogueChanged, { tags: ["menu:main", "lists"] });
  });
  expect((await find("changed"))?.id).toBe(changed);
  await runJobs({ ...world.services, directory });
  expect(await find("changed")).toBeNull();
  expect((await find("renamed"))?.id).toBe(changed);
  expect(await find("other")).toBe(other);
  // A change to any store may change which one is the default, so the default is looked up again.
  expect(await find("localhost")).not.toBe(byDefault);
  directory.forget();
  expect(await find("other")).not.toBe(other);
});
