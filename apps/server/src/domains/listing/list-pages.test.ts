import { expect } from "vitest";
import { CollectionInput } from "@vetrina/contract/catalogue/collections";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { createCollection } from "../collections/create-collection.ts";
import { settleStockChanges } from "../inventory/jobs.ts";
import { makeProduct, staffClient } from "../products/catalogue.fixture.ts";

test("pages by cursor neither skip nor repeat products, in every sort order and despite insertions", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  for (const [i, price] of [30, 10, 20, 10].entries())
    await makeProduct(world, storeId, { name: `Piece ${i}`, options: [], variants: [{ price }] });
  await makeProduct(world, storeId, { name: "Draft kilt", status: "DRAFT" });
  await makeProduct(world, storeId, { name: "Draft cape", status: "DRAFT" });
  const staff = await staffClient(world, storeId);
  const ask = { linkStoreId: "shop", limit: 2 };
  for (const sort of ["newest", "price-low", "price-high", "name", undefined] as const)
    for (const client of [staff, world.client()]) {
      const complete = await client.products.listProducts({ ...ask, limit: 100, sort });
      const names: string[] = [];
      let after: string | null | undefined;
      do {
        const page = await client.products.listProducts({
          ...ask,
          sort,
          after: after ?? undefined,
        });
        expect(page.total).toBe(complete.total);
        names.push(...page.items.map(({ name }) => name));
        after = page.next;
      } while (after !== null);
      expect(names).toEqual(complete.items.map(({ name }) => name));
    }
  const { next } = await staff.products.listProducts({ ...ask, sort: "name" });
  for (const after of [
    next ?? "",
    "nonsense",
    Buffer.from('["newest","9",1]').toString("base64url"),
  ])
    await expect(
      staff.products.listProducts({ ...ask, sort: "newest", after }),
    ).rejects.toMatchObject({ code: "VALIDATION_FAILED", details: [{ path: "after" }] });
});

test("a page can end at a product with the longest name, the highest price or a time before 1970", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  for (const name of ["One", "Two", "Three"])
    await makeProduct(world, storeId, { name, options: [], variants: [{ price: 10 }] });
  await world.admin.query(
    `update shop.products set name = repeat('🧥', 255), price_minor = 2147483647, published_at = '1955-11-05'`,
  );
  for (const sort of ["newest", "price-low", "price-high", "name"] as const) {
    const ids = new Set<string>();
    let after: string | undefined;
    for (let page = 1; page <= 3; page += 1) {
      const { items, next } = await world
        .client()
        .products.listProducts({ linkStoreId: "shop", limit: 1, sort, after });
      for (const { id } of items) ids.add(id);
      after = next ?? undefined;
    }
    expect([sort, ids.size]).toEqual([sort, 3]);
  }
  const forged = Buffer.from(JSON.stringify(["price-low", "9999999999", storeId])).toString(
    "base64url",
  );
  await expect(
    world.client().products.listProducts({ linkStoreId: "shop", sort: "price-low", after: forged }),
  ).resolves.toHaveProperty("items");
});

test("a stock status change immediately adds a product to a list or removes it, and is stored later", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const ctx = await world.system(storeId);
  await createCollection(ctx, {
    body: CollectionInput.parse({ name: "Ready", link: "ready", rule: { inStock: true } }),
  });
  const lone = { options: [], variants: [{ price: 10, stock: 1 }] };
  const one = await makeProduct(world, storeId, { name: "One", ...lone });
  const two = await makeProduct(world, storeId, { name: "Two", ...lone });
  const ready = async () => {
    const shopper = world.client();
    const { items, total } = await shopper.products.listProducts({
      linkStoreId: "shop",
      collection: "ready",
      sort: "name",
    });
    const { productCount } = await shopper.collections.getCollection({ storeId, link: "ready" });
    expect([total, productCount]).toEqual([items.length, items.length]);
    return items.map(({ name }) => name);
  };
  const buy = (variantId = "") =>
    world.client().orders.createOrder({ storeId, body: { items: [{ variantId, quantity: 1 }] } });
  const stored = async () => {
    const { rows } = await world.admin.query<{ name: string }>(
      "select name from shop.products where in_stock order by name",
    );
    return rows.map(({ name }) => name);
  };
  await settleStockChanges(world.services);
  expect([await ready(), await stored()]).toEqual([
    ["One", "Two"],
    ["One", "Two"],
  ]);
  await Promise.all([buy(one.variants[0]?.id), buy(two.variants[0]?.id)]);
  expect([await ready(), await stored()]).toEqual([[], ["One", "Two"]]);
  expect(await settleStockChanges(world.services, 1)).toBe(2);
  expect([await ready(), await stored()]).toEqual([[], []]);
  const staff = await staffClient(world, storeId);
  await staff.inventory.createAdjustment({
    body: { variantId: one.variants[0]?.id ?? "", quantity: 3, reason: "COUNT" },
  });
  expect(await ready()).toEqual(["One"]);
  const sweeps = await Promise.all([1, 2, 3].map(() => settleStockChanges(world.services)));
  expect([sweeps.reduce((a, b) => a + b), await stored()]).toEqual([1, ["One"]]);
});

test("a store's stock status changes don't wait for those of another store", async ({ world }) => {
  const [large, small] = await Promise.all([seedStore(world), seedStore(world)]);
  const soldOut = async (storeId: string, times: number) => {
    const { variantIds } = await seedProduct(world, storeId, { stock: 0 });
    await world.admin.query(
      `insert into shop.stock_status_changes (store_id, variant_id) select $1, $2 from generate_series(1, $3::int)`,
      [storeId, variantIds[0], times],
    );
  };
  await soldOut(large, 50);
  await soldOut(small, 1);
  let turns = 0;
  expect(await settleStockChanges(world.services, 10, () => (turns += 1) > 3)).toBe(11);
  const { rows } = await world.admin.query(
    "select store_id, count(*)::int as n from shop.stock_status_changes group by 1",
  );
  expect(rows).toEqual([{ store_id: large, n: 40 }]);
});
