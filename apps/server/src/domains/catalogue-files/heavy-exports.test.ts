import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { workOf } from "#tests/work-of.ts";
import { makeProduct, staffClient } from "../products/catalogue.fixture.ts";
import { exportChunks, nextProducts } from "./export-pages.ts";
import { exportFormats } from "./export-formats.ts";

test("exports read fewer products per page when they have many variants, and include all of them", async ({
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
    for await (const chunk of exportChunks(ctx, exportFormats[kind])) file += chunk;
    for (let i = 0; i < 4; i += 1) expect(file).toContain(`coat-${i}`);
    expect(file.match(/S199/g)?.length).toBeGreaterThanOrEqual(4);
  }
});

test("an inventory file reads a product with many variants at many locations in slices", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const values = Array.from({ length: 200 }, (_, i) => ({ value: `S${i}` }));
  await makeProduct(world, storeId, {
    options: [{ name: "Size", values }],
    variants: undefined,
    everyVariant: { price: 1, stock: 1 },
  });
  const { locations } = await staffClient(world, storeId, "ADMIN");
  for (let i = 0; i < 9; i += 1)
    await locations.createLocation({ storeId, body: { code: `l${i}`, name: `Location ${i}` } });
  const ctx = await world.system(storeId);
  let file = "";
  const { statements } = await workOf(async () => {
    for await (const chunk of exportChunks(ctx, exportFormats.INVENTORY_CSV)) file += chunk;
  });
  expect(file.trim().split("\n")).toHaveLength(1 + 200 * 10);
  expect(statements.filter((text) => text.includes("from shop.inventory_levels"))).toHaveLength(2);
});

test("exports read fewer products per page when they have long texts, and include all of them", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const [description, seoDescription] = ["d", "s"].map((sign) => `<p>${sign.repeat(39_000)}</p>`);
  for (let i = 0; i < 12; i += 1)
    await makeProduct(world, storeId, { link: `coat-${i}-end`, description, seoDescription });
  const ctx = await world.system(storeId);
  for (const kind of ["PRODUCT_CSV", "JSON_LINES"] as const) {
    let file = "";
    for await (const chunk of exportChunks(ctx, exportFormats[kind])) {
      expect(chunk.length).toBeLessThan(500_000);
      file += chunk;
    }
    for (let i = 0; i < 12; i += 1) expect(file).toContain(`coat-${i}-end`);
  }
});
