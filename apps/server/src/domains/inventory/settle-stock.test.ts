import { expect } from "vitest";
import { rowsRead } from "#tests/rows-read.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { onNewDatabase as test } from "#tests/world.ts";
import { queryable, sql } from "../../platform/database/sql.ts";

const products = 400;
const batch = 100;

test("settling the stock of a store that the planner doesn't know doesn't compare all its rows", async ({
  world,
}) => {
  await seedProduct(world, await seedStore(world));
  const storeId = await seedStore(world);
  await world.admin.query("analyze");
  await world.admin.query(
    `with p as (
       insert into shop.products (store_id, id, link, name, in_stock)
       select $1, gen_random_uuid(), 'p' || n, 'P', true from generate_series(1, $2::int) n returning id),
     v as (
       insert into shop.variants (store_id, id, product_id, name, slug, price_minor, options, position)
       select $1, gen_random_uuid(), p.id, 'V', 'v', 1000, '{}', 0 from p returning id)
     insert into shop.stock_status_changes (store_id, variant_id) select $1, id from v`,
    [storeId, products],
  );
  const client = await world.admin.connect();
  try {
    await client.query("begin");
    const tx = queryable(client);
    // The limit for variants allows shop.is_in_stock to read all variants of the store for each product.
    for (const [table, max] of [
      ["products", 10 * batch],
      ["stock_status_changes", 10 * batch],
      ["variants", batch * (products + 10)],
    ] as const) {
      const read = await rowsRead(tx, table, async () => {
        const row = await tx.row<{ n: number }>(
          sql`select door.apply_stock_status_changes(${storeId}, ${batch}) as n`,
        );
        expect(row?.n).toBe(batch);
      });
      expect([table, read > max]).toEqual([table, false]);
    }
    const { rows } = await client.query<{ n: number }>(
      "select count(*)::int as n from shop.products where store_id = $1 and not in_stock",
      [storeId],
    );
    expect(rows).toEqual([{ n: 3 * batch }]);
  } finally {
    await client.query("rollback");
    client.release();
  }
});
