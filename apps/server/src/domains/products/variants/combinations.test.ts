import { expect, test as unit } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { staffClient } from "../catalogue.fixture.ts";
import { joinOptions, missingVariants } from "./combinations.ts";

const option = (name: string, ...values: string[]) => ({
  name,
  values: values.map((value) => ({ value, swatch: null })),
});
const every = { price: 10, stock: 2 };

unit("creates every missing combination, in the options' order", () => {
  const options = [option("Color", "Navy", "Off White"), option("Size", "S", "M")];
  const made = missingVariants(options, [{ Color: "Navy", Size: "M" }], { ...every, sku: "COAT" });
  expect(made.map(({ sku }) => sku)).toEqual([
    "COAT-NAVY-S",
    "COAT-OFF-WHITE-S",
    "COAT-OFF-WHITE-M",
  ]);
  expect(made[0]).toMatchObject({ ...every, options: { Color: "Navy", Size: "S" } });
  expect(missingVariants([], [], every)).toMatchObject([{ options: {}, sku: null }]);
  expect(missingVariants([], [{}], every)).toEqual([]);
});

unit("rejects more combinations than a product may have before creating them", () => {
  const many = Array.from({ length: 40 }, (_, i) => `v${i}`);
  expect(() => missingVariants([option("A", ...many), option("B", ...many)], [], every)).toThrow(
    /1600 variants/,
  );
});

unit("adds values to the option of their name once, and rejects an unknown option", () => {
  expect(joinOptions([option("Size", "S")], [option("size", "M", "s")])).toEqual([
    option("Size", "S", "M"),
  ]);
  expect(() => joinOptions([option("Size", "S")], [option("Color", "Red")])).toThrow(/Color/);
});

test("a product is created from options alone, and a new value adds all its combinations", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const product = await staff.products.createProduct({
    storeId,
    body: {
      name: "Coat",
      options: [option("Color", "Navy", "Red"), option("Size", "S", "M")],
      variantDefaults: { price: 40, stock: 3, sku: "C" },
    },
  });
  expect(product.variants.map(({ name, sku, stock }) => [name, sku, stock])).toEqual([
    ["Navy / S", "C-NAVY-S", 3],
    ["Navy / M", "C-NAVY-M", 3],
    ["Red / S", "C-RED-S", 3],
    ["Red / M", "C-RED-M", 3],
  ]);
  const grow = () =>
    staff.products.createMissingVariants({
      productId: product.id,
      body: {
        options: [{ name: "Size", values: [{ value: "L" }] }],
        variantDefaults: { price: 45, sku: "C" },
      },
    });
  const ends = await Promise.all([grow(), grow()]);
  const grown = ends.find(({ version }) => version === 2);
  expect(grown?.options[1]?.values.map(({ value }) => value)).toEqual(["S", "M", "L"]);
  expect(grown?.variants.map(({ name }) => name).slice(4)).toEqual(["Navy / L", "Red / L"]);
  const { variants, version } = await staff.products.getProduct({ id: product.id });
  expect([variants.length, version]).toEqual([6, 2]);
  for (const body of [
    { name: "Neither" },
    { name: "Both", variants: [{ price: 1 }], variantDefaults: { price: 1 } },
  ])
    await expect(staff.products.createProduct({ storeId, body })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: "variants" }],
    });
});
