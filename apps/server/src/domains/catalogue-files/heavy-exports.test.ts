import { expect } from "vitest";
import { seedStore } from "../../../../../tests/seed.ts";
import { test } from "../../../../../tests/world.ts";
import { makeProduct } from "../products/catalogue.fixture.ts";
import { exportPieces, nextProducts } from "./export-pages.ts";
import { exportFormats } from "./export-formats.ts";

test("exports take few products at a time where they have many variants, and leave none out", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const values = Array.from({ length: 200 }, (_, i) => ({ value: `S${i}` }));
  const options = [{ name: "Size", values }];
  for (let i = 0; i < 4; i += 1)
    await makeProduct(world, storeId, {
      link: `coat-${i}`,
      options,
      variants: undefined,
      everyVariant: { price: 1 },
    });
  const ctx = await world.system(storeId);
  const { ids, next } = await ctx.tx((tx) => nextProducts(tx, "", 50, 500));
  expect(ids).toHaveLength(2);
  expect(next).toBe(ids[1]);
  for (const kind of ["PRODUCT_CSV", "INVENTORY_CSV", "JSON_LINES"] as const) {
    let file = "";
    for await (const piece of exportPieces(ctx, exportFormats[kind])) file += piece;
    for (let i = 0; i < 4; i += 1) expect(file).toContain(`coat-${i}`);
    expect(file.match(/S199/g)?.length).toBeGreaterThanOrEqual(4);
  }
});
