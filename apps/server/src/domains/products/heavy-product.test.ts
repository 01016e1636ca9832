import { describe, expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { readProductCsv } from "../catalogue-files/product-csv/read-product-csv.ts";
import { asSource } from "../catalogue-files/product-csv/csv.fixture.ts";
import { planProducts } from "../catalogue-files/products/plan-products.ts";
import { checkVariants } from "../catalogue-files/json-lines/check-variants.ts";
import type { ProductRecord } from "../catalogue-files/json-lines/product-records.ts";
import { makeProduct, productBody, staffClient } from "./catalogue.fixture.ts";
import { planVariants } from "./rules.ts";

const count = 200;
const long = (i: number) => `${"x".repeat(107)}${i}`;
const values = Array.from({ length: count }, (_, i) => ({ value: long(i) }));
const sizes = [{ name: "Size", values }];
const bySize = (sizeCount: number, name: (i: number) => string) =>
  Object.fromEntries(Array.from({ length: sizeCount }, (_, i) => [name(i), 10]));

/** A variant's value for one of three options. The value is short, but each "ﷺ" becomes 18 letters in a slug. */
const value = (i: number) => `${"ﷺ".repeat(6)}${i}`;
const labels = (i: number) =>
  [value(i % 5), value(Math.floor(i / 5) % 5), value(Math.floor(i / 25))] as const;

const added = (variantCount: number) =>
  Array.from({ length: variantCount }, (_, i) => {
    const [Size, Color, Fit] = labels(i);
    return { options: { Size, Color, Fit }, price: 1, stock: 0 };
  });

const errorsOf = (label: (i: number) => { name: string; slug: string }) => {
  const errors: string[] = [];
  const variants = Array.from({ length: 500 }, (_, i) => ({
    ...label(i),
    options: { Size: `${i % 25}`, Color: `${Math.floor(i / 25)}` },
    levels: [],
  }));
  const record = { options: [], variants } as unknown as ProductRecord;
  checkVariants(record, new Set(), "USD", (path, message) => errors.push(`${path}: ${message}`));
  return errors;
};

const kana = (i: number) => `${"あ".repeat(387)}${i}`;

describe("a product whose page would be too large", () => {
  test("because of its variants' values is rejected on create, add and rename", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const { products } = await staffClient(world, storeId);
    const tooMuch = {
      code: "VALIDATION_FAILED",
      message: expect.stringMatching(/20,000 characters/),
    };
    const heavy = productBody({
      options: sizes,
      variants: undefined,
      variantDefaults: { price: 1 },
    });
    await expect(products.createProduct({ storeId, body: heavy })).rejects.toMatchObject(tooMuch);
    const short = values.map((_, i) => ({ value: `S${i}` }));
    const light = await makeProduct(world, storeId, {
      options: [{ name: "Size", values: short }],
      variants: undefined,
      variantDefaults: { price: 1 },
    });
    expect(light.variants).toHaveLength(count);
    const renamed = values.map(({ value }, i) => ({ value, previousValue: `S${i}` }));
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
        body: { options: sizes, variantDefaults: { price: 1 } },
      }),
    ).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });

  test("because of its variants' values is rejected, if one character becomes many in a slug", () => {
    expect(planVariants([], added(20), "USD").variants).toHaveLength(20);
    expect(() => planVariants([], added(100), "USD")).toThrow(/20,000 characters/);
  });

  test("because of its variants' names or slugs is rejected in a file of JSON lines", () => {
    const tooLong = [expect.stringMatching(/^variants: .*60,000 characters/)];
    expect(errorsOf((i) => ({ name: `${i}`, slug: `${i}` }))).toEqual([]);
    expect(errorsOf((i) => ({ name: `${i}`, slug: kana(i) }))).toEqual(tooLong);
    expect(errorsOf((i) => ({ name: kana(i), slug: `${i}` }))).toEqual(tooLong);
  });

  test("because of its size charts is rejected on create and update", async ({ world }) => {
    const storeId = await seedStore(world);
    const { products } = await staffClient(world, storeId);
    const options = [{ name: "Size", values: values.map((_, i) => ({ value: `S${i}` })) }];
    const measurements = Array.from({ length: 3 }, (_, i) => ({
      label: `Measurement ${i}`,
      bySize: bySize(count, (at) => `S${at}`),
    }));
    const tooLarge = {
      code: "VALIDATION_FAILED",
      message: expect.stringMatching(/400 numbers/),
    };
    const body = productBody({
      options,
      variants: undefined,
      variantDefaults: { price: 1 },
      measurements,
    });
    await expect(products.createProduct({ storeId, body })).rejects.toMatchObject(tooLarge);
    const { id } = await makeProduct(world, storeId, {
      options,
      variants: undefined,
      variantDefaults: { price: 1 },
      measurements: measurements.slice(0, 2),
    });
    await expect(
      products.updateProduct({ id, body: { bodyMeasurements: measurements } }),
    ).rejects.toMatchObject(tooLarge);
  });

  test.for([
    ["many letters", values.map(({ value: size }) => [size, "", ""] as const)],
    ["letters that become many", Array.from({ length: 100 }, (_, i) => labels(i))],
  ] as const)("is rejected in an import file of values with %s", async ([, valuesOfFile]) => {
    const rows = valuesOfFile.map(([size, color, fit], i) =>
      i === 0
        ? `a,A,Size,${size},${color && "Color"},${color},${fit && "Fit"},${fit},1`
        : `a,,,${size},,${color},,${fit},1`,
    );
    const names = [1, 2, 3].map((n) => `Option${n} Name,Option${n} Value`).join();
    const text = `Handle,Title,${names},Variant Price\n${rows.join("\n")}\n`;
    const { products, columns, findings } = await readProductCsv(asSource(text, 65_536), "USD");
    await planProducts(
      products,
      { products: new Map(), skuOwners: [], pictures: new Map() },
      columns,
      findings,
    );
    expect(findings.errors).toEqual([
      { row: 2, column: null, message: expect.stringContaining("20,000 characters") },
    ]);
  });
});
