import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { makeProduct, staffClient } from "../products/catalogue.fixture.ts";

test("differently spelled categories count as one, and the facet's value works in a query", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const dresses = ["Dresses", "dresses", "DRESSES "];
  for (const category of [...dresses, "Robes d'été"])
    await makeProduct(world, storeId, { name: category, category });
  const staff = await staffClient(world, storeId);
  const [product] = (await staff.products.listProducts({ linkStoreId: storeId, name: "été" }))
    .items;
  expect(product?.category).toBe("Robes d'été");

  const list = (category: string[]) =>
    world.client().products.listProducts({ linkStoreId: storeId, category });
  const { facets } = await list([]);
  expect(facets[0]?.values).toEqual([
    { value: "dresses", label: "Dresses", count: 3, swatch: null },
    { value: "robes-d'été", label: "Robes d'été", count: 1, swatch: null },
  ]);
  for (const written of ["dresses", "Dresses"]) expect((await list([written])).total).toBe(3);
  for (const written of ["robes-d'été", "Robes d'été"])
    expect((await list([written])).total).toBe(1);
  const { id } = await staff.collections.createCollection({
    storeId,
    body: { name: "All dresses", rule: { category: "DRESSES" } },
  });
  const { total } = await staff.products.listProducts({
    linkStoreId: storeId,
    collectionIds: [id],
  });
  expect(total).toBe(3);
});
