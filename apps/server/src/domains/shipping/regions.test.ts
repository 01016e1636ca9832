import { expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { audited, expectRefused, member } from "../roles/roles.fixture.ts";

test("the store ships to an added region until it is removed", async ({ world }) => {
  const storeId = await seedStore(world);
  const { shipping } = await member(world, storeId, ["MANAGE_SETTINGS"]);
  const { variantIds } = await seedProduct(world, storeId, { priceMinor: 1000 });
  const quote = () =>
    world.client().shipping.calculateShipping({
      body: {
        storeId,
        items: [{ variantId: variantIds[0] ?? "", quantity: 1 }],
        destination: { country: "FR" },
      },
    });
  expect((await quote()).shipping).toBe(9.99);
  const region = await shipping.createStoreRegion({
    storeId,
    body: {
      name: "Europe",
      countries: ["FR", "DE"],
      rates: [
        { name: "Post", price: 4.5, freeAbove: 50, transitDays: { min: 2, max: 4 } },
        { name: "Courier", price: 12, transitDays: { min: 1, max: 1 } },
      ],
    },
  });
  expect(region).toMatchObject({
    name: "Europe",
    countries: ["DE", "FR"],
    states: [],
    rates: [
      { name: "Post", price: 4.5, freeAbove: 50, businessDays: { min: 3, max: 6 } },
      { name: "Courier", price: 12, freeAbove: null },
    ],
  });
  expect((await shipping.listShippingRegions({ storeId })).items.map(({ name }) => name)).toEqual([
    "United States",
    "Rest of World",
    "Europe",
  ]);
  expect((await quote()).shipping).toBe(4.5);
  const stale = shipping.deleteStoreRegion({ id: region.id }, { headers: { "if-match": '"7"' } });
  await expect(stale).rejects.toMatchObject({ code: "EDIT_CONFLICT" });
  await shipping.deleteStoreRegion({ id: region.id });
  expect((await quote()).shipping).toBe(9.99);
  expect((await audited(world, region.id)).map(({ action }) => action)).toEqual([
    "CREATE",
    "DELETE",
  ]);
});

test("names, countries and the rest of the world are unique among regions, even concurrently", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { shipping } = await member(world, storeId, "ADMIN");
  const add = (name: string, countries: string[]) =>
    shipping.createStoreRegion({ storeId, body: { name, countries } });
  await expectRefused([add("united states", ["CA"])], {
    code: "ALREADY_EXISTS",
    details: { field: "name" },
  });
  await expectRefused([add("More", [])], {
    code: "VALIDATION_FAILED",
    details: [{ path: "countries" }],
  });
  await expectRefused([add("States", ["CA", "US"]), add("Twice", ["CA", "CA"])], {
    code: "VALIDATION_FAILED",
    details: [{ path: "countries.1" }],
  });
  const ends = await Promise.allSettled([add("A", ["CA"]), add("B", ["CA"]), add("C", ["CA"])]);
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("invalid amounts and days are rejected with their paths", async ({ world }) => {
  const storeId = await seedStore(world, { currency: "JPY" });
  const { shipping } = await member(world, storeId, "ADMIN");
  const rate = { name: "Post", price: 5, transitDays: { min: 1, max: 2 } };
  for (const [path, over] of [
    ["rates.0.price", { price: 4.5 }],
    ["rates.0.freeAbove", { freeAbove: 0.1 }],
    ["rates.0.transitDays", { transitDays: { min: 3, max: 2 } }],
    ["rates.0.transitDays.max", { transitDays: { min: 1, max: 91 } }],
    ["rates.0.price", { price: -1 }],
  ] as const)
    await expect(
      shipping.createStoreRegion({
        storeId,
        body: { name: "Canada", countries: ["CA"], rates: [{ ...rate, ...over }] },
      }),
    ).rejects.toMatchObject({ code: "VALIDATION_FAILED", details: [{ path }] });
});
