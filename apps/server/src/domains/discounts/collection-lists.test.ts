import { unconditional } from "@vetrina/commerce/pricing/discount";
import { expect, vi } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { workOf } from "#tests/work-of.ts";
import { newId } from "../../platform/id.ts";
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
    // Lists are numbered in the order of the discounts. Within a discount, the scope's list comes before the
    // exclusions' list.
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

test("the collections of the lists are not searched for each product", async ({ world }) => {
  const storeId = await seedStore(world);
  const id = newId();
  const lines: { productId: string }[] = [];
  for (let i = 0; i < 5; i++) lines.push(await seedProduct(world, storeId, { link: `p${i}` }));
  await world.admin.query(
    `with made as (insert into shop.collections (store_id, id, link, name, is_published) values ($1, $2, 'c', 'C', true))
    insert into shop.collection_products (store_id, collection_id, product_id, position)
    select store_id, $2, id, 0 from shop.products where store_id = $1`,
    [storeId, id],
  );
  const lists = Array.from({ length: 70 }, () => [...Array.from({ length: 99 }, newId), id]);
  const discounts = lists.map((list) => discount(list));
  const ctx = await world.system(storeId);
  const searches = vi.spyOn(Set.prototype, "has");
  try {
    const found = await ctx.tx((tx) => readCollectionLists(tx, storeId, lines, discounts));
    for (const { productId } of lines)
      expect(found.listsOf.get(productId)).toEqual(lists.map((_, i) => `list ${i}`));
    expect(searches.mock.calls.length).toBeLessThan(lists.length * 100);
  } finally {
    searches.mockRestore();
  }
});
