import { describe, expect } from "vitest";
import { test } from "#tests/world.ts";
import { seedLocation } from "../../platform/http/contract.fixture.ts";
import { newId } from "../../platform/id.ts";
import { audited, expectRefused } from "../roles/roles.fixture.ts";
import { shippingShop } from "./shipping.fixture.ts";

test("a rate is added, read, changed and deleted, and carts are charged by it", async ({
  world,
}) => {
  const { addRate, staff, quote, providerId } = await shippingShop(world);
  const shopper = world.client();
  const made = await addRate({ name: "Express", price: 15, freeAbove: 200 });
  const { id } = made;
  expect(made).toMatchObject({
    type: "FLAT",
    price: 15,
    freeAbove: 200,
    steps: [],
    processingDays: { min: 1, max: 2 },
    businessDays: { min: 3, max: 5 },
    pickup: null,
    position: 1,
    version: 1,
  });
  expect(await shopper.shipping.getShippingRate({ id })).toEqual(made);
  expect((await shopper.shipping.listShippingRates({ providerId })).items).toContainEqual(made);
  expect((await quote({ shippingRateId: id })).shipping).toBe(15);
  const changed = await staff.shipping.updateShippingRate({ id, body: { price: 12 } });
  expect(changed).toEqual({ ...made, price: 12, version: 2 });
  expect((await quote({ shippingRateId: id })).shipping).toBe(12);
  await staff.shipping.deleteShippingRate({ id });
  expect(await quote({ shippingRateId: id })).toMatchObject({
    shipping: 9.99,
    methodMessage: expect.stringContaining("Standard is used instead"),
  });
  await expect(shopper.shipping.getShippingRate({ id })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  expect((await audited(world, id)).map(({ action }) => action)).toEqual([
    "CREATE",
    "UPDATE",
    "DELETE",
  ]);
});

function steps(...all: [number, number][]) {
  return all.map(([from, price]) => ({ from, price }));
}

test("prices follow weight and subtotal, the threshold, and products that ship free", async ({
  world,
}) => {
  const { addRate, quote, productId } = await shippingShop(world);
  const byWeight = await addRate({
    name: "Weight",
    type: "BY_WEIGHT",
    steps: steps([0, 5], [1000, 8], [2000, 20]),
  });
  const bySubtotal = await addRate({
    name: "Subtotal",
    type: "BY_SUBTOTAL",
    steps: steps([0, 7], [120, 3]),
    freeAbove: 180,
  });
  const free = await addRate({ name: "Free", price: 9, freeProducts: [productId] });
  const price = async (shippingRateId: string, quantity: number) => {
    const { shipping, trace } = await quote({ shippingRateId }, quantity);
    return [shipping, trace.find(({ kind }) => kind === "SHIPPING")?.reason];
  };
  expect(await price(byWeight.id, 1)).toEqual([5, "WEIGHT"]);
  expect(await price(byWeight.id, 2)).toEqual([8, "WEIGHT"]);
  expect(await price(byWeight.id, 4)).toEqual([20, "WEIGHT"]);
  expect(await price(bySubtotal.id, 1)).toEqual([7, "SUBTOTAL"]);
  expect(await price(bySubtotal.id, 3)).toEqual([3, "SUBTOTAL"]);
  expect(await price(bySubtotal.id, 4)).toEqual([0, "THRESHOLD"]);
  expect(await price(free.id, 1)).toEqual([0, "PRODUCTS"]);
  const { methods } = await quote({}, 4);
  expect(methods.find(({ id }) => id === bySubtotal.id)).toMatchObject({
    price: 0,
    regularPrice: 3,
    remainingForFree: null,
  });
});

test("a pickup order names the location, and pickup is chosen for a shopper only if nothing else is offered", async ({
  world,
}) => {
  const { storeId, addRate, quote, items, staff, rateId } = await shippingShop(world);
  const locationId = await seedLocation(world, storeId, "milan");
  const pickup = await addRate({
    name: "Pickup",
    type: "PICKUP",
    price: 0,
    locationId,
    pickupAddress: "Via Tortona 3, 10-18 h",
    position: 0,
  });
  await staff.shipping.updateShippingRate({ id: rateId, body: { position: 3 } });
  expect((await quote()).methods.map(({ id }) => id)).toEqual([pickup.id, rateId]);
  expect((await quote()).method).toBe(rateId);
  expect((await world.client().stores.getStore({ id: storeId })).shipping).toMatchObject({
    methodName: "Standard",
    price: 9.99,
  });
  const place = { locationName: expect.any(String), address: "Via Tortona 3, 10-18 h" };
  const chosen = await quote({ shippingRateId: pickup.id });
  expect(chosen).toMatchObject({ shipping: 0, method: pickup.id, methodMessage: null });
  expect(chosen.methods[0]?.pickup).toMatchObject(place);
  const order = (shippingRateId: string) =>
    world.client().orders.createOrder({
      storeId,
      body: { items: items(), email: "ada@example.com", shippingRateId },
    });
  const picked = await order(pickup.id);
  expect(picked).toMatchObject({ shipping: 0, shippingMethod: "Pickup", pickup: place });
  expect(picked.delivery).toEqual(chosen.methods[0]?.delivery);
  expect(
    await world.client({ orderKey: picked.orderKey }).orders.getOrderWithItems({ id: picked.id }),
  ).toMatchObject({ pickup: place });
  expect(await order(rateId)).toMatchObject({ shippingMethod: "Standard", pickup: null });
  await staff.shipping.deleteShippingRate({ id: rateId });
  expect(await quote()).toMatchObject({ shipping: 0, method: pickup.id });
});

describe("an invalid rate is rejected with the field, and nothing is written:", () => {
  const first = [{ from: 0, price: 5 }];
  const id = newId();
  test.for<[string, string, Record<string, unknown>]>([
    ["an unknown region", "regionId", { regionId: id }],
    ["no price", "price", { price: undefined }],
    ["more decimals than the currency has", "price", { price: 1.005 }],
    ["no days in transit", "transitDays", { transitDays: undefined }],
    ["days whose minimum is above the maximum", "transitDays", { transitDays: { min: 3, max: 2 } }],
    ["steps of a flat rate", "steps", { steps: first }],
    ["no steps", "steps", { type: "BY_WEIGHT" }],
    ["steps that don't begin at 0", "steps", { type: "BY_WEIGHT", steps: [{ from: 1, price: 5 }] }],
    [
      "steps that don't ascend",
      "steps.2.from",
      {
        type: "BY_WEIGHT",
        steps: [...first, { from: 9, price: 1 }, { from: 9, price: 1 }],
      },
    ],
    [
      "a part of a gram",
      "steps.1.from",
      { type: "BY_WEIGHT", steps: [...first, { from: 0.5, price: 1 }] },
    ],
    ["pickup nowhere", "locationId", { type: "PICKUP", transitDays: undefined }],
    [
      "pickup at an unknown location",
      "locationId",
      { type: "PICKUP", transitDays: undefined, locationId: id },
    ],
    ["a location of a flat rate", "locationId", { locationId: id }],
    ["an unknown product", "freeProducts.0", { freeProducts: [id] }],
  ])("%s", async ([, path, body], { world }) => {
    const { addRate, staff, providerId } = await shippingShop(world);
    const before = await staff.shipping.listShippingRates({ providerId });
    await expectRefused([addRate(body)], { code: "VALIDATION_FAILED", details: [{ path }] });
    expect(await staff.shipping.listShippingRates({ providerId })).toEqual(before);
  });
});

test("another rate's name in a region, one rate too many and outdated versions are rejected", async ({
  world,
}) => {
  const { addRate, staff, storeId, providerId, regionId, rateId } = await shippingShop(world);
  const other = await addRate({ name: "Express" });
  const taken = { code: "ALREADY_EXISTS", details: { field: "name" } };
  await expectRefused(
    [
      staff.shipping.createShippingRate({
        body: { providerId, regionId, name: "EXPRESS", price: 1, transitDays: { min: 1, max: 1 } },
      }),
      staff.shipping.updateShippingRate({ id: rateId, body: { name: "express" } }),
    ],
    taken,
  );
  const stale = { headers: { "if-match": '"7"' } };
  await expectRefused(
    [
      staff.shipping.updateShippingRate({ id: rateId, body: { price: 1 } }, stale),
      staff.shipping.deleteShippingRate({ id: rateId }, stale),
    ],
    { code: "EDIT_CONFLICT" },
  );
  await world.admin.query(
    `insert into shop.shipping_rates (store_id, id, provider_id, region_id, name, price_minor, transit_min, transit_max)
     select $1, gen_random_uuid(), $2, $3, 'R' || n, 100, 1, 1 from generate_series(1, 18) n`,
    [storeId, providerId, regionId],
  );
  await expectRefused([addRate({ name: "One more" })], {
    code: "LIMIT_REACHED",
    details: { max: 20 },
  });
  const { items: regions } = await staff.shipping.listShippingRegions({ storeId });
  const rest = regions.find(({ id }) => id !== regionId)?.rates[0]?.id ?? "";
  await expectRefused(
    [staff.shipping.updateShippingRate({ id: rest, body: { regionId, name: "In" } })],
    {
      code: "LIMIT_REACHED",
    },
  );
  await staff.shipping.updateShippingRate({ id: other.id, body: { name: "Faster" } });
});

test("a changed threshold immediately applies to the store, the regions, the quote and the next order", async ({
  world,
}) => {
  const { storeId, staff, quote, rateId, items } = await shippingShop(world);
  await staff.shipping.updateShippingRate({ id: rateId, body: { freeAbove: 50 } });
  const shopper = world.client();
  expect((await shopper.stores.getStore({ id: storeId })).shipping).toMatchObject({
    freeAbove: 50,
  });
  const { items: regions } = await shopper.shipping.listShippingRegions({ storeId });
  expect(regions[0]?.rates).toMatchObject([{ freeAbove: 50 }]);
  expect(await quote()).toMatchObject({ shipping: 0, methods: [{ freeAbove: 50, price: 0 }] });
  const order = await shopper.orders.createOrder({
    storeId,
    body: {
      items: items(),
      shippingAddress: { name: "Ada", address: "1 Main St", city: "Austin", country: "US" },
    },
  });
  expect(order.shipping).toBe(0);
  const { rows } = await world.admin.query<{ tags: string[] }>(
    "select payload -> 'tags' as tags from shop.jobs where store_id = $1 and payload -> 'tags' ? 'store'",
    [storeId],
  );
  expect(rows).not.toEqual([]);
});
