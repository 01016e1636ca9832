import { describe, expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { readProductCsv } from "../catalogue-files/product-csv/read-product-csv.ts";
import { asSource } from "../catalogue-files/product-csv/csv.fixture.ts";
import { planProducts } from "../catalogue-files/products/plan-products.ts";
import { makeProduct, productBody, staffClient } from "./catalogue.fixture.ts";

const count = 200;
const long = (i: number) => `${"x".repeat(107)}${i}`;
const values = Array.from({ length: count }, (_, i) => ({ value: long(i) }));
const sizes = [{ name: "Size", values }];
const bySize = (sizeCount: number, name: (i: number) => string) =>
  Object.fromEntries(Array.from({ length: sizeCount }, (_, i) => [name(i), 10]));

describe("a product whose page would be too large", () => {
  test("by its variants' values is rejected on create, add and rename", async ({ world }) => {
    const storeId = await seedStore(world);
    const { products } = await staffClient(world, storeId);
    const tooMuch = {
      code: "VALIDATION_FAILED",
      message: expect.stringMatching(/20,000 characters/),
    };
    const heavy = productBody({ options: sizes, variants: undefined, everyVariant: { price: 1 } });
    await expect(products.createProduct({ storeId, body: heavy })).rejects.toMatchObject(tooMuch);
    const short = values.map((_, i) => ({ value: `S${i}` }));
    const light = await makeProduct(world, storeId, {
      options: [{ name: "Size", values: short }],
      variants: undefined,
      everyVariant: { price: 1 },
    });
    expect(light.variants).toHaveLength(count);
    const renamed = values.map(({ value }, i) => ({ value, was: `S${i}` }));
    await expect(
      products.updateProduct({
        id: light.id,
        body: { options: [{ name: "Size", values: renamed }] },
      }),
    ).rejects.toMatchObject(tooMuch);
    const sized = await makeProduct(world, storeId);
    await expect(
      products.createMissingVariants({
        productId: sized.id,
        body: { options: sizes, everyVariant: { price: 1 } },
      }),
    ).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });

  test("by its size charts is rejected on create and update", async ({ world }) => {
    const storeId = await seedStore(world);
    const { products } = await staffClient(world, storeId);
    const options = [{ name: "Size", values: values.map((_, i) => ({ value: `S${i}` })) }];
    const measures = Array.from({ length: 3 }, (_, i) => ({
      label: `Measure ${i}`,
      bySize: bySize(count, (at) => `S${at}`),
    }));
    const tooLarge = {
      code: "VALIDATION_FAILED",
      message: expect.stringMatching(/400 numbers/),
    };
    const body = productBody({
      options,
      variants: undefined,
      everyVariant: { price: 1 },
      measures,
    });
    await expect(products.createProduct({ storeId, body })).rejects.toMatchObject(tooLarge);
    const { id } = await makeProduct(world, storeId, {
      options,
      variants: undefined,
      everyVariant: { price: 1 },
      measures: measures.slice(0, 2),
    });
    await expect(
      products.updateProduct({ id, body: { bodyMeasures: measures } }),
    ).rejects.toMatchObject(tooLarge);
  });

  test("is rejected in an import file", async () => {
    const rows = values.map(({ value }, i) => (i === 0 ? `a,A,Size,${value},1` : `a,,,${value},1`));
    const text = `Handle,Title,Option1 Name,Option1 Value,Variant Price\n${rows.join("\n")}\n`;
    const { products, columns, findings } = await readProductCsv(asSource(text, 65_536), "USD");
    planProducts(
      products,
      { products: new Map(), skuOwners: [], pictures: new Map() },
      columns,
      findings,
    );
    expect(findings.faults).toEqual([
      { row: 2, column: null, message: expect.stringMatching(/20,000 characters/) },
    ]);
  });
});
