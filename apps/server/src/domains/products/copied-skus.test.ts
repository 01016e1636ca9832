// @module-tag slow

import { expect } from "vitest";
import { rowsRead } from "#tests/rows-read.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { onNewDatabase as test, type World } from "#tests/world.ts";
import { duplicateProduct } from "./duplicate-product.ts";

const variants = 60;

test("a copy looks up the numbers of its SKUs one by one, even if the statistics don't include the store", async ({
  world,
}) => {
  const other = await seedStore(world);
  for (let i = 0; i < 20; i += 1) await seedNumbered(world, other, `old-${i}`);
  await world.admin.query("analyze");
  const storeId = await seedStore(world);
  const productId = await seedNumbered(world, storeId, "coat");
  const ctx = await world.system(storeId);
  const copy = () =>
    ctx.tx((tx) =>
      rowsRead(tx, "variants", async () => {
        await duplicateProduct({ ...ctx, tx: (work) => work(tx) }, { id: productId, body: {} });
      }),
    );
  let read = 0;
  for (let i = 0; i < 6; i += 1) read = await copy();
  // Each copy reads the variants of the original and of the copy a few times.
  expect(read).toBeLessThan(variants * 30);
  const { rows } = await world.admin.query(
    "select sku from shop.variants where store_id = $1 and sku like 'COAT-7-%' order by sku",
    [storeId],
  );
  expect(rows.map(({ sku }) => sku)).toEqual([2, 3, 4, 5, 6, 7].map((n) => `COAT-7-${n}`));
});

/** Seeds a product whose variants have numbered SKUs. */
async function seedNumbered(world: World, storeId: string, link: string): Promise<string> {
  const sizes = Array.from({ length: variants }, (_, i) => `S${i}`);
  const { productId } = await seedProduct(world, storeId, { link, sizes });
  await world.admin.query(
    "update shop.variants set sku = upper($2) || '-' || position where product_id = $1",
    [productId, link],
  );
  return productId;
}
