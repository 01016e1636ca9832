import type { Product } from "@vetrina/contract/catalogue/products";
import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { newId } from "../../../platform/id.ts";
import { makeProduct, staffClient } from "../catalogue.fixture.ts";

test("a new variant adds its new value to the option, in the options' order", async ({ world }) => {
  const storeId = await seedStore(world);
  const product = await makeProduct(world, storeId, {
    options: [
      { name: "Color", values: [{ value: "Navy" }, { value: "Red" }] },
      { name: "Size", values: [{ value: "S" }, { value: "M" }] },
    ],
    variants: [
      { options: { Color: "Navy", Size: "M" }, price: 10 },
      { options: { Color: "Red", Size: "M" }, price: 10 },
    ],
  });
  const staff = await staffClient(world, storeId);
  const add = (color: string, size: string, more = {}) =>
    staff.products.createVariant({
      productId: product.id,
      body: { options: { Color: color, Size: size }, price: 10, ...more },
    });
  expect(await add("navy", "S", { stock: 4, sku: "N1" })).toMatchObject({
    name: "Navy / S",
    slug: "navy-s",
    stock: 4,
  });
  await add("Olive", "M");
  const after = await world.client().products.getProduct({ id: product.id });
  expect(after.variants.map(({ name }) => name)).toEqual([
    "Navy / S",
    "Navy / M",
    "Red / M",
    "Olive / M",
  ]);
  expect(after.options[0]?.values.at(-1)).toEqual({ value: "Olive", swatch: null });
  expect(after.version).toBe(product.version + 2);
  await expect(add("NAVY", "s")).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
    details: [
      {
        path: "options",
        message: "Another variant has the same options. Choose different values.",
      },
    ],
  });
  await expect(add("Navy", "L", { sku: "N1" })).rejects.toMatchObject({
    code: "ALREADY_EXISTS",
    details: { field: "sku" },
  });
  await expect(add("Navy", "L", { price: 1.001 })).rejects.toMatchObject({
    details: [{ path: "price" }],
  });
  const found = await world.client().products.listProducts({ linkStoreId: storeId, name: "olive" });
  expect(found.total).toBe(1);
  expect(
    found.facets.find(({ name }) => name === "color")?.values.map(({ value }) => value),
  ).toEqual(["navy", "red", "olive"]);
});

test("price, regular price and SKU change, and lists show them", async ({ world }) => {
  const storeId = await seedStore(world);
  const product = await makeProduct(world, storeId);
  const [first, second] = product.variants.map(({ id }) => id);
  const staff = await staffClient(world, storeId);
  const change = (body: object, id = first ?? "") => staff.products.updateVariant({ id, body });
  expect(await change({ price: 30, regularPrice: 50, sku: "S1" })).toMatchObject({
    price: 30,
    regularPrice: 50,
    sku: "S1",
  });
  const { items } = await world
    .client()
    .products.listProducts({ linkStoreId: storeId, sale: true });
  expect(items).toMatchObject([{ price: 30, regularPrice: 50, highestPrice: 40 }]);
  await expect(change({ price: 50 })).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
    details: [{ path: "regularPrice" }],
  });
  expect(await change({ regularPrice: null })).toMatchObject({ price: 30, regularPrice: null });
  expect(await change({ sku: "S1" })).toMatchObject({ sku: "S1", weightGrams: null });
  const parcel = { weightGrams: 300, barcode: "4006381333931" };
  expect(await change(parcel)).toMatchObject(parcel);
  const one = (shown: Product) => shown.variants.find(({ id }) => id === first);
  expect(one(await staff.products.getProduct({ id: product.id }))).toMatchObject(parcel);
  expect(one(await world.client().products.getProduct({ id: product.id }))).not.toHaveProperty(
    "weightGrams",
  );
  await expect(change({ sku: "S1" }, second)).rejects.toMatchObject({
    code: "ALREADY_EXISTS",
    details: { field: "sku" },
  });
  await expect(change({ price: 1 }, newId())).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("an outdated version of the product is rejected with the current product", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const product = await makeProduct(world, storeId);
  const staff = await staffClient(world, storeId);
  const id = product.variants[0]?.id ?? "";
  const price = (to: number, version: number) =>
    staff.products.updateVariant(
      { id, body: { price: to } },
      { headers: { "if-match": `"${version}"` } },
    );
  expect(await price(50, product.version)).toMatchObject({ price: 50 });
  await expect(price(60, product.version)).rejects.toMatchObject({
    code: "EDIT_CONFLICT",
    statusCode: 412,
    details: {
      id: product.id,
      version: product.version + 1,
      variants: [{ price: 40 }, { id, price: 50 }],
    },
  });
  expect(await price(60, product.version + 1)).toMatchObject({ price: 60 });
});
