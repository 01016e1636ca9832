import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { expireOrders } from "../orders/jobs.ts";
import { staffClient } from "../products/catalogue.fixture.ts";

/** A date far in the future. */
const day = "2099-03-02";

async function shop(world: World, stock: number, limit: number, expectedDate?: string) {
  const storeId = await seedStore(world);
  const { productId, variantIds } = await seedProduct(world, storeId, { stock });
  const [variantId = ""] = variantIds;
  const staff = await staffClient(world, storeId);
  const allow = (limit: number, expectedDate?: string | null) =>
    staff.inventory.setBackorder({ body: { variantId, limit, expectedDate } });
  await allow(limit, expectedDate);
  const items = (quantity: number) => [{ variantId, quantity }];
  return {
    storeId,
    variantId,
    staff,
    allow,
    buy: (quantity = 1) =>
      world.client().orders.createOrder({
        storeId,
        body: { items: items(quantity), email: "ada@example.com" },
      }),
    quote: (quantity: number) =>
      world.client().shipping.calculateShipping({ body: { storeId, items: items(quantity) } }),
    shown: async () => (await world.client().products.getProduct({ id: productId })).variants[0],
    label: async () =>
      (await world.client().products.listProducts({ linkStoreId: storeId })).items[0]?.stockLabel,
    level: async () =>
      (await staff.inventory.listLevels({ storeId, entityId: variantId })).items[0],
  };
}

async function pay(world: World, order: { id: string; orderKey: string }): Promise<void> {
  const { payments } = world.client({ orderKey: order.orderKey });
  const { id } = order;
  const intent = await payments.createPaymentIntent({ id, body: { provider: "other" } });
  await queryable(world.admin).run(
    sql`update shop.test_payments set decision = 'approve' where id = ${intent.id}`,
  );
  await payments.processPayment({ id, body: { provider: "other", paymentIntentId: intent.id } });
}

describe("a variant on back-order", () => {
  test("can't be set to a counted number of units while units are owed, because it may include them", async ({
    world,
  }) => {
    const { staff, variantId, level } = await shop(world, 0, 5);
    await world.admin.query(
      `with owed as (update shop.inventory_levels set on_hand = -3 where variant_id = $1 returning store_id)
       insert into shop.stock_movements (store_id, id, variant_id, kind, on_hand_delta, reason)
       select store_id, gen_random_uuid(), $1, 'adjust', -3, 'A test' from owed`,
      [variantId],
    );
    const set = (onHand: number, reason?: "CORRECTION") =>
      staff.inventory.setLevel({ body: { variantId, onHand, ...(reason && { reason }) } });
    await expect(set(5)).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [
        { path: "onHand", message: expect.stringMatching(/^3 units .* are owed/) as string },
      ],
    });
    expect(await set(0)).toMatchObject({ onHand: -3 });
    expect(await set(2, "CORRECTION")).toMatchObject({ onHand: 2 });
    expect(await level()).toMatchObject({ onHand: 2 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("is sold up to its limit, with the date on the page and at checkout", async ({ world }) => {
    const { buy, quote, shown, label, level } = await shop(world, 1, 3, day);
    expect(await shown()).toMatchObject({
      stock: 1,
      maxQuantity: 4,
      available: true,
      backorderDate: day,
    });
    expect((await quote(1)).lines[0]).toMatchObject({ backorder: null, available: true });
    const { lines, methods } = await quote(3);
    expect(lines[0]).toMatchObject({
      maxQuantity: 4,
      available: true,
      backorder: { quantity: 2, expectedDate: day },
    });
    expect(methods[0]?.delivery.from).toMatch(/^2099-03-/);
    const order = await buy(3);
    expect(order.delivery?.from).toMatch(/^2099-03-/);
    expect(await level()).toMatchObject({ onHand: 1, reserved: 3, available: -2 });
    expect([await shown(), await label()]).toMatchObject([
      { stock: 0, maxQuantity: 1, available: true },
      "back-order",
    ]);
    await expect(buy(2)).rejects.toMatchObject({
      code: "OUT_OF_STOCK",
      details: { items: [{ requested: 2, available: 1 }] },
    });
    await pay(world, order);
    expect(await level()).toMatchObject({ onHand: 1, reserved: 3, available: -2 });
    await buy();
    expect([await shown(), await label()]).toMatchObject([
      { stock: 0, maxQuantity: 0, available: false },
      "sold-out",
    ]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("is never promised for a date without a delivery window", async ({ world }) => {
    const { allow, buy, shown } = await shop(world, 0, 3, "2099-12-31");
    await expect(allow(3, "2100-01-01")).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: "expectedDate" }],
    });
    expect(await shown()).toMatchObject({ backorderDate: "2099-12-31" });
    expect((await buy()).delivery?.from).toMatch(/^2100-01-/);
  });

  test("releases unpaid units, and new stock covers owed units first", async ({ world }) => {
    const { variantId, staff, buy, level, shown } = await shop(world, 0, 5);
    const order = await buy(3);
    await pay(world, order);
    await buy(2);
    await world.admin.query(
      "update shop.orders set expires_at = now() - interval '1 minute' where paid_at is null",
    );
    await expireOrders(world.services);
    expect(await level()).toMatchObject({ onHand: 0, reserved: 3, available: -3 });
    const come = (quantity: number) =>
      staff.inventory.createAdjustment({ body: { variantId, quantity, reason: "RECEIVED" } });
    expect(await come(2)).toMatchObject({ onHand: 2, available: -1 });
    expect(await shown()).toMatchObject({ stock: 0, maxQuantity: 4 });
    expect(await come(2)).toMatchObject({ onHand: 4, available: 1 });
    expect(await shown()).toMatchObject({ stock: 1, maxQuantity: 6 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("ends immediately when the limit is lowered, and owed units stay owed", async ({
    world,
  }) => {
    const { allow, buy, level, shown, staff, variantId } = await shop(world, 0, 5, day);
    const order = await buy(4);
    expect(await allow(0)).toMatchObject({ backorderLimit: 0, backorderDate: null, available: -4 });
    expect(await shown()).toMatchObject({ maxQuantity: 0, backorderDate: null });
    await expect(buy()).rejects.toMatchObject({ code: "OUT_OF_STOCK" });
    await pay(world, order);
    expect(await level()).toMatchObject({ onHand: 0, reserved: 4, available: -4 });
    await staff.inventory.createAdjustment({
      body: { variantId, quantity: 4, reason: "RECEIVED" },
    });
    await expect(buy()).rejects.toMatchObject({ code: "OUT_OF_STOCK" });
    expect(await imbalances(world)).toEqual([]);
  });

  test("shows no past date, and uses other locations' units before any are owed", async ({
    world,
  }) => {
    const { storeId, variantId, staff, buy, shown, allow } = await shop(world, 1, 2, "2020-01-01");
    expect(await shown()).toMatchObject({ maxQuantity: 3, backorderDate: null });
    await staff.locations.createLocation({ storeId, body: { code: "shelf", name: "Shelf" } });
    await staff.inventory.setLevel({ body: { variantId, location: "shelf", onHand: 2 } });
    await buy(4);
    const { items } = await staff.inventory.listLevels({ storeId });
    expect(items.map(({ location, available }) => [location, available])).toEqual([
      ["main", -1],
      ["shelf", 0],
    ]);
    expect(await shown()).toMatchObject({ stock: 0, maxQuantity: 1 });
    await staff.inventory.setLevel({ body: { variantId, location: "shelf", onHand: 3 } });
    expect(await shown()).toMatchObject({ stock: 0, maxQuantity: 2 });
    await buy(1);
    await allow(1);
    await expect(buy(1)).rejects.toMatchObject({ code: "OUT_OF_STOCK" });
    expect(await imbalances(world)).toEqual([]);
  });

  test("never exceeds the highest limit with concurrent orders, even while the limit changes", async ({
    world,
  }) => {
    const { allow, buy, level } = await shop(world, 3, 7);
    const ends = await Promise.allSettled(
      Array.from({ length: 80 }, (_, i) => (i % 20 === 19 ? allow(i % 40 === 19 ? 4 : 7) : buy())),
    );
    const codes = ends.flatMap((end) =>
      end.status === "rejected" ? [(end.reason as { code: string }).code] : [],
    );
    expect(new Set(codes)).toEqual(new Set(["OUT_OF_STOCK"]));
    const sold = (await level())?.reserved ?? 0;
    expect(sold).toBeGreaterThanOrEqual(7);
    expect(sold).toBeLessThanOrEqual(10);
    expect(await imbalances(world)).toEqual([]);
  });

  test("with a fixed limit sells exactly the stock plus the limit", async ({ world }) => {
    const { buy, level } = await shop(world, 3, 7);
    const ends = await Promise.allSettled(Array.from({ length: 60 }, () => buy()));
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    expect(await level()).toMatchObject({ reserved: 10, available: -7 });
    expect(await imbalances(world)).toEqual([]);
  });
});
