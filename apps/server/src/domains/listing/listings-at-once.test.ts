import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { makeProduct } from "../products/catalogue.fixture.ts";

const changes = [
  "update shop.products set name = 'Wool cape' where id = $1",
  "update shop.products set description = 'Woven slowly.' where id = $1",
  "update shop.products set seo_description = 'Spun by hand.' where id = $1",
  "update shop.products set category = 'tops' where id = $1",
  "update shop.products set department = 'men' where id = $1",
  "update shop.products set vendor = 'Mill' where id = $1",
  "update shop.products set tags = '{soft}' where id = $1",
  "update shop.products set options = jsonb_set(options, '{0,values,0,value}', '\"Ecru\"') where id = $1",
  "update shop.variants set sku = 'CAPE-7' where product_id = $1 and position = (select min(position) from shop.variants where product_id = $1)",
  "update shop.variants set price_minor = 777 where product_id = $1",
];

test("refreshing many listings at once gives the same result as one by one, and search words are rebuilt only if they change", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const products = [];
  for (const _ of changes) products.push(await makeProduct(world, storeId));
  for (const [at, change] of changes.entries()) await world.admin.query(change, [products[at]?.id]);
  const ids = products.map(({ id }) => id);
  const refresh = async (groups: readonly string[][]) => {
    for (const group of groups)
      await world.admin.query("select shop.refresh_listings($1, $2)", [storeId, group]);
    const { rows } = await world.admin.query(
      `select id, search::text, price_minor, regular_price_minor, highest_price_minor, in_stock, colors, sizes, facet_set
      from shop.products p join shop.product_words w on w.store_id = p.store_id and w.product_id = p.id
      where p.store_id = $1 order by id`,
      [storeId],
    );
    return rows;
  };
  const together = await refresh([ids]);
  await world.admin.query("update shop.product_words set digest = null");
  expect(await refresh(ids.map((id) => [id]))).toEqual(together);
  const { rows: before } = await world.admin.query<{ ctid: string }>(
    "select p.ctid::text, w.ctid::text as words from shop.products p join shop.product_words w on w.product_id = p.id order by id",
  );
  await refresh([ids]);
  const { rows: again } = await world.admin.query(
    "select p.ctid::text, w.ctid::text as words from shop.products p join shop.product_words w on w.product_id = p.id order by id",
  );
  expect(again).toEqual(before);
});
