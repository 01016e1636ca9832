import { expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { settleStockChanges } from "../inventory/jobs.ts";

test("lists look up the stock of at most 2,000 changed variants, and otherwise show the stored status", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const sold = await seedProduct(world, storeId, { name: "Sold", stock: 1 });
  await seedProduct(world, storeId, { name: "Left", stock: 1 });
  await settleStockChanges(world.services);
  await world.admin.query(
    `insert into shop.collections (store_id, id, link, name, rule)
     values ($1, gen_random_uuid(), 'ready', 'Ready', '{"inStock": true}')`,
    [storeId],
  );
  const variantId = sold.variantIds[0] ?? "";
  await world.admin.query(
    "update shop.inventory_levels set on_hand = 0 where store_id = $1 and variant_id = $2",
    [storeId, variantId],
  );
  const { products, collections } = world.client();
  const shown = async () => {
    const { items, total } = await products.listProducts({
      linkStoreId: "shop",
      collection: "ready",
    });
    const { productCount } = await collections.getCollection({ storeId, link: "ready" });
    return [items.map(({ name }) => name).toSorted(), total, productCount];
  };
  expect(await shown()).toEqual([["Left"], 1, 1]);
  await world.admin.query(
    `insert into shop.stock_status_changes (store_id, variant_id) select $1, $2 from generate_series(1, 2000)`,
    [storeId, variantId],
  );
  expect(await shown()).toEqual([["Left", "Sold"], 2, 2]);
  while ((await settleStockChanges(world.services)) > 0);
  expect(await shown()).toEqual([["Left"], 1, 1]);
});
