import { expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";

/** Frequent changes to a product, as SQL. $1 is the store, $2 the product. */
const changes = {
  stock: "update shop.products set in_stock = not in_stock where store_id = $1 and id = $2",
  price: "update shop.products set price_minor = price_minor + 1 where store_id = $1 and id = $2",
  publication:
    "update shop.products set published_at = now(), changes_at = null where store_id = $1 and id = $2",
  "nothing but the version": "select shop.refresh_listings($1, array[$2::uuid], now())",
};

type Plan = { "QUERY PLAN": [{ Plan: { "WAL Bytes": number } }] };

test("a change of a product's stock, price or publication doesn't write its words again", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { productId } = await seedProduct(world, storeId);
  await world.admin.query(
    "update shop.products set description = (select string_agg('w' || n, ' ') from generate_series(1, 6000) n) where id = $1",
    [productId],
  );
  await world.admin.query("select shop.refresh_listing($1, $2)", [storeId, productId]);
  expect(
    (await world.client().products.listProducts({ linkStoreId: storeId, name: "w6000" })).total,
  ).toBe(1);
  const bytesOf = async (change: string) => {
    const { rows } = await world.admin.query<Plan>(
      `explain (analyze, wal, format json) ${change}`,
      [storeId, productId],
    );
    return Number(rows[0]?.["QUERY PLAN"][0].Plan["WAL Bytes"]);
  };
  for (const [name, change] of Object.entries(changes)) {
    // Measured twice, because the first change after a checkpoint writes whole pages.
    const bytes = Math.min(await bytesOf(change), await bytesOf(change));
    expect({ name, isCheap: bytes < 20_000 }).toEqual({ name, isCheap: true });
  }
});
