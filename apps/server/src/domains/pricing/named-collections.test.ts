import { unconditional } from "@vetrina/commerce/pricing/discount";
import { expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { workOf } from "#tests/work-of.ts";
import { readNamedCollections } from "./read-named-collections.ts";

const discount = (collections: string[]) => ({
  ...unconditional,
  excluded: { products: [], collections },
});

test("of a product's collections, only those that discounts name are read", async ({ world }) => {
  const storeId = await seedStore(world);
  const { productId } = await seedProduct(world, storeId);
  const { rows } = await world.admin.query<{ id: string }>(
    `with made as (
      insert into shop.collections (store_id, id, link, name, is_published)
      select $1, gen_random_uuid(), 'c' || n, 'C' || n, true from generate_series(1, 50) n returning id),
    filled as (
      insert into shop.collection_products (store_id, collection_id, product_id, position)
      select $1, id, $2, 0 from made)
    select id from made order by id`,
    [storeId, productId],
  );
  const ids = rows.map(({ id }) => id);
  const ctx = await world.system(storeId);
  const read = (collections: string[]) =>
    ctx.tx((tx) => readNamedCollections(tx, storeId, [{ productId }], [discount(collections)]));
  const found = await read(ids.slice(0, 2));
  expect(found.get(productId)?.toSorted()).toEqual(ids.slice(0, 2));
  const { statements } = await workOf(async () => expect(await read([])).toEqual(new Map()));
  expect(statements.join()).not.toContain("collection_products");
});
