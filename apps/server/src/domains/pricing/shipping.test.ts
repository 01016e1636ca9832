import { expect, vi } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";

test("the shipping table lists regions and rates in the store's order", async ({ world }) => {
  const storeId = await seedStore(world);
  const { items } = await world.client().shipping.listShippingRegions({ storeId });
  expect(items.map(({ name, countries }) => [name, countries])).toEqual([
    ["United States", ["US"]],
    ["Rest of World", []],
  ]);
  expect(items[0]?.rates).toMatchObject([
    { name: "Standard", price: 9.99, freeAbove: 100, businessDays: { min: 8, max: 12 } },
  ]);
});

test("shipping costs 9.99 at exactly $100 and is free from one cent more", async ({ world }) => {
  const storeId = await seedStore(world);
  const { variantIds } = await seedProduct(world, storeId, { priceMinor: 10_000 });
  const items = [{ variantId: variantIds[0] ?? "", quantity: 1 }];
  const quote = await world.client().shipping.calculateShipping({ body: { storeId, items } });
  expect(quote).toMatchObject({
    subtotal: 100,
    shipping: 9.99,
    tax: 8,
    total: 117.99,
    estimated: true,
  });
  expect(quote.methods).toMatchObject([{ remainingForFree: 0.01, freeAbove: 100 }]);
  await world.admin.query("update shop.variants set price_minor = 10001");
  const dearer = await world.client().shipping.calculateShipping({ body: { storeId, items } });
  expect(dearer).toMatchObject({ subtotal: 100.01, shipping: 0, total: 108.01 });
});

test("an order to an unserved country or with another region's rate is rejected", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { variantIds } = await seedProduct(world, storeId);
  const items = [{ variantId: variantIds[0] ?? "", quantity: 1 }];
  const { shipping, orders } = world.client();
  const { items: regions } = await shipping.listShippingRegions({ storeId });
  const shippingRateId = regions.find(({ name }) => name === "Rest of World")?.rates[0]?.id ?? "";
  const shippingAddress = {
    name: "Ada",
    address: "1 Main St",
    city: "Austin",
    region: "TX",
    postalCode: "78701",
    country: "US",
  };
  const quote = await shipping.calculateShipping({ body: { storeId, items, shippingRateId } });
  expect(quote).toMatchObject({
    method: quote.methods[0]?.id,
    methodMessage: "The shipping method you chose is not available. Standard is used instead.",
  });
  await expect(
    orders.createOrder({
      storeId,
      body: { items, email: "ada@example.com", shippingAddress, shippingRateId },
    }),
  ).rejects.toMatchObject({ code: "TOTAL_CHANGED", details: { quote: { method: quote.method } } });
  const unavailable = { code: "SHIPPING_UNAVAILABLE" };
  await world.admin.query("delete from shop.shipping_areas where country = '*'");
  const order = (country: string) =>
    orders.createOrder({
      storeId,
      body: { items, email: "ada@example.com", shippingAddress: { ...shippingAddress, country } },
    });
  await expect(order("IT")).rejects.toMatchObject({ ...unavailable, details: { country: "IT" } });
  expect(await order("US")).toMatchObject({ status: "PENDING" });
});

test("a code changes the totals, and an invalid one says why", async ({ world }) => {
  const storeId = await seedStore(world);
  const { variantIds } = await seedProduct(world, storeId, { priceMinor: 6000 });
  await world.admin.query(
    `insert into shop.discounts (store_id, id, code, type, value, minimum_subtotal_minor, ends_at) values
      ($1, gen_random_uuid(), 'TEN', 'PERCENTAGE', 1000, null, null),
      ($1, gen_random_uuid(), 'SHIP', 'FREE_SHIPPING', 0, 10000, null),
      ($1, gen_random_uuid(), 'OLD', 'FIXED_AMOUNT', 500, null, now() - interval '1 day')`,
    [storeId],
  );
  const items = [{ variantId: variantIds[0] ?? "", quantity: 1 }];
  const quote = (discountCode: string) =>
    world.client().shipping.calculateShipping({ body: { storeId, items, discountCode } });
  expect(await quote("ten")).toMatchObject({
    discount: 6,
    discountCode: "TEN",
    tax: 4.32,
    total: 68.31,
  });
  expect(await quote("SHIP")).toMatchObject({
    discountCode: null,
    discountMessage: "Add $40.00 more to use the code SHIP.",
    shipping: 9.99,
  });
  const validate = (code: string) =>
    world.client().discounts.validateDiscount({ body: { storeId, code, items } });
  expect(await validate("OLD")).toMatchObject({
    valid: false,
    message: "The code OLD has expired.",
  });
  expect(await validate("NOPE")).toMatchObject({
    valid: false,
    type: null,
    message: "The code NOPE is not valid.",
  });
  expect(await validate("ten")).toMatchObject({
    valid: true,
    amount: 6,
    message: "TEN takes 10% off.",
  });
});

test("the delivery dates of all methods of a quote come from one list of working days", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { variantIds } = await seedProduct(world, storeId);
  await world.admin.query("update shop.shipping_rates set transit_min = 90, transit_max = 90");
  await world.admin.query(
    `insert into shop.shipping_rates (store_id, id, region_id, provider_id, name, price_minor, transit_min, transit_max)
     select store_id, gen_random_uuid(), region_id, provider_id, 'Rate ' || i, 500, 80, 90
     from shop.shipping_rates, generate_series(1, 19) i`,
  );
  const items = variantIds.map((variantId) => ({ variantId, quantity: 1 }));
  const dates = vi.spyOn(Date.prototype, "toISOString");
  try {
    const { shipping } = world.client();
    const { methods } = await shipping.calculateShipping({ body: { storeId, items } });
    expect(methods).toHaveLength(20);
    expect(dates.mock.calls.length).toBeLessThan(400);
  } finally {
    dates.mockRestore();
  }
});

test("an order promises what its quote showed, and fails with the new dates if it would arrive later", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { variantIds } = await seedProduct(world, storeId);
  await world.admin.query(
    "update shop.shipping_rates set processing_min = 0, processing_max = 0, transit_min = 1, transit_max = 1",
  );
  const items = [{ variantId: variantIds[0] ?? "", quantity: 1 }];
  const { shipping, orders, stores } = world.client();
  expect((await stores.getStore({ id: storeId })).shippingCalendar.cutOffHour).toBe(14);
  const shippingAddress = {
    name: "Ada",
    address: "1 Main St",
    city: "Austin",
    region: "TX",
    postalCode: "78701",
    country: "US",
  };
  const order = (deliverBy: string) =>
    orders.createOrder({
      storeId,
      body: { items, email: "ada@example.com", shippingAddress, deliverBy },
    });
  // A Monday in Rome at 13:59, 14:00 and 20:58. In the evening, no parcel leaves anymore.
  for (const [now, day] of [
    ["2026-11-30T12:59:59Z", "2026-12-01"],
    ["2026-11-30T13:00:00Z", "2026-12-02"],
    ["2026-11-30T19:58:00Z", "2026-12-02"],
  ] as const) {
    world.services.now = () => new Date(now);
    const delivery = { from: day, to: day };
    const { methods } = await shipping.calculateShipping({ body: { storeId, items } });
    expect(methods[0]?.delivery).toEqual(delivery);
    expect((await order(day)).delivery).toEqual(delivery);
  }
  await expect(order("2026-12-01")).rejects.toMatchObject({
    code: "TOTAL_CHANGED",
    message: "The delivery dates have changed. Check the order and confirm.",
    details: { quote: { methods: [{ delivery: { to: "2026-12-02" } }] } },
  });
  expect((await order("2026-12-04")).delivery?.to).toBe("2026-12-02");
});
