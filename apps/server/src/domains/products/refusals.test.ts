import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { makeProduct, productBody, staffClient } from "./catalogue.fixture.ts";

const take = (field: string) => ({ code: "ALREADY_EXISTS", details: { field } });
const validationError = (path: string) => ({ code: "VALIDATION_FAILED", details: [{ path }] });
const sizes = [{ name: "Size", values: [{ value: "S" }, { value: "M" }] }];

test("a taken SKU or link, a duplicate variant and amounts the currency can't express are rejected with the field", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { products } = await staffClient(world, storeId);
  const taken = await makeProduct(world, storeId, {
    link: "coat",
    variants: [{ options: { Size: "S" }, price: 40, sku: "COAT-M" }],
  });
  const { id, variants } = await makeProduct(world, storeId, {
    options: sizes,
    variants: [{ options: { Size: "S" }, price: 40, sku: "DRESS-S" }],
  });
  const lone = variants[0]?.id ?? "";
  const make = (over: Parameters<typeof productBody>[0]) =>
    products.createProduct({ storeId, body: productBody(over) });
  const add = (size: string, over: { sku?: string; price?: number; stock?: number } = {}) =>
    products.createVariant({
      productId: id,
      body: { options: { Size: size }, price: 40, ...over },
    });
  const change = (body: { sku?: string; price?: number; regularPrice?: number }) =>
    products.updateVariant({ id: lone, body });
  const fill = (variantDefaults: { sku?: string; price: number }) =>
    products.createMissingVariants({ productId: id, body: { options: sizes, variantDefaults } });

  const table: [() => Promise<unknown>, object][] = [
    [() => make({ link: "coat" }), take("link")],
    [() => make({ options: [], variants: [{ price: 1, sku: "COAT-M" }] }), take("variants.0.sku")],
    [
      () => make({ options: [], variants: [{ price: 0.001 }] }),
      validationError("variants.0.price"),
    ],
    [() => add("M", { sku: "COAT-M" }), take("sku")],
    [() => add("S"), { code: "VALIDATION_FAILED" }],
    [() => add("M", { price: 0.001 }), { code: "VALIDATION_FAILED" }],
    [() => add("M", { stock: 1_000_001 }), validationError("stock")],
    [() => fill({ price: 40, sku: "COAT" }), { code: "ALREADY_EXISTS" }],
    [() => fill({ price: 0.001 }), { code: "VALIDATION_FAILED" }],
    [() => change({ sku: "COAT-M" }), take("sku")],
    [() => change({ price: 0.001 }), { code: "VALIDATION_FAILED" }],
    [() => change({ regularPrice: 40 }), validationError("regularPrice")],
    [() => products.deleteVariant({ id: lone }), { code: "LAST_VARIANT" }],
    [() => products.duplicateProduct({ id, body: { name: " " } }), validationError("name")],
  ];
  for (const [at, [call, refused]] of table.entries())
    await expect(
      call().then(() => at),
      `case ${at}`,
    ).rejects.toMatchObject(refused);
  expect(await products.getProduct({ id })).toMatchObject({ version: 1, variants: [{ id: lone }] });
  expect(await products.listProducts({ linkStoreId: storeId })).toMatchObject({ total: 2 });
  expect(taken.link).toBe("coat");
});

test("a product sent twice with one idempotency key is created once, and the key is rejected for other content", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { products } = await staffClient(world, storeId);
  const body = productBody();
  const send = (name = body.name) =>
    products.createProduct({ storeId, body: { ...body, name } }, { idempotencyKey: "one" });
  const [made, twin] = await Promise.all([send(), send()]);
  expect(twin).toEqual(made);
  await expect(send("Another")).rejects.toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
  expect(await products.listProducts({ linkStoreId: storeId })).toMatchObject({ total: 1 });
});
