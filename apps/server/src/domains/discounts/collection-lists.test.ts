import { unconditional } from "@vetrina/commerce/pricing/discount";
import { expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { workOf } from "#tests/work-of.ts";
import { readCollectionLists } from "./read-collection-lists.ts";

const discount = (excluded: string[], scope: string[] = []) => ({
  ...unconditional,
  scope: { products: [], collections: scope },
  excluded: { products: [], collections: excluded },
});

test("a product gets one name for each list that contains it, however many collections the lists have", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { productId } = await seedProduct(world, storeId);
  const { rows } = await world.admin.query<{ id: string }>(
    `with made as (
      insert into shop.collections (store_id, id, link, name, is_published)
      select $1, gen_random_uuid(), 'c' || n, 'C' || n, true from generate_series(1, 51) n returning id, link),
    filled as (
      insert into shop.collection_products (store_id, collection_id, product_id, position)
      select $1, id, $2, 0 from made where link <> 'c51')
    select id from made order by link = 'c51', id`,
    [storeId, productId],
  );
  const ids = rows.map(({ id }) => id);
  const [without = ""] = ids.slice(50);
  const ctx = await world.system(storeId);
  const read = (discounts: ReturnType<typeof discount>[]) =>
    ctx.tx((tx) => readCollectionLists(tx, storeId, [{ productId }], discounts));
  const found = await read([
    discount(ids.slice(0, 40)),
    discount([without], ids.slice(20, 50)),
    discount([]),
  ]);
  expect(found.listsOf.get(productId)).toEqual(["list 0", "list 1"]);
  expect(found.discounts.map(({ scope, excluded }) => [scope.collections, excluded.collections]))
    // The second discount's scope is numbered before its exclusions.
    .toEqual([
      [[], ["list 0"]],
      [["list 1"], ["list 2"]],
      [[], []],
    ]);
  const { statements } = await workOf(async () =>
    expect((await read([discount([])])).listsOf).toEqual(new Map()),
  );
  expect(statements.join()).not.toContain("collection_products");
});
