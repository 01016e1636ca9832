// @module-tag slow

import { holdLimits } from "@vetrina/commerce/constants";
import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test as base, type World } from "#tests/world.ts";
import { member } from "../roles/roles.fixture.ts";
import { endTestHolds } from "./jobs.ts";

const test = base.extend({ options: { rateLimits: true } });
const caller = { address: "192.0.2.66" };
const shippingAddress = {
  name: "Ada",
  address: "1 Main St",
  city: "Austin",
  postalCode: "78701",
  country: "US",
};

/** Creates a TEST store with one product. `buy` orders units of it, and `pay` pays with the test provider. */
async function shop(world: World, stock: number) {
  const storeId = await seedStore(world);
  const { variantIds } = await seedProduct(world, storeId, { stock });
  const buy = (
    quantity: number,
    { discountCode, from = caller }: { discountCode?: string; from?: { address: string } } = {},
  ) =>
    world.client(from).orders.createOrder({
      storeId,
      body: {
        items: [{ variantId: variantIds[0] ?? "", quantity }],
        email: "ada@example.com",
        shippingAddress,
        ...(discountCode === undefined ? {} : { discountCode }),
      },
    });
  const pay = async ({ id, orderKey }: { id: string; orderKey: string }) => {
    const { payments } = world.client({ orderKey });
    const intent = await payments.createPaymentIntent({ id, body: { provider: "other" } });
    await payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
    return payments.processPayment({ id, body: { provider: "other", paymentIntentId: intent.id } });
  };
  /** Orders and pays until the store rejects an order, but at most `tries` times. */
  const buyOn = async (quantity: number, tries: number, how: { discountCode?: string } = {}) => {
    for (let i = 0; i < tries; i += 1) {
      const order = await buy(quantity, how).catch(() => null);
      if (order === null) return;
      if (order.status === "PENDING") await pay(order);
    }
  };
  const code = (name: string, percent: number, limit: number | null) =>
    world.admin.query(
      `insert into shop.discounts (store_id, id, code, type, value, usage_limit)
       values ($1, gen_random_uuid(), $2, 'PERCENTAGE', $3, $4)`,
      [storeId, name, percent * 100, limit],
    );
  return { storeId, variantId: variantIds[0] ?? "", buy, pay, buyOn, code };
}

async function available(world: World) {
  const { rows } = await world.admin.query<{ n: number }>(
    "select sum(on_hand - reserved)::int as n from shop.inventory_levels",
  );
  return rows[0]?.n;
}

async function usesOf(world: World, code: string) {
  const { rows } = await world.admin.query("select used from shop.discounts where code = $1", [
    code,
  ]);
  return rows[0];
}

const timeComes = (world: World) =>
  world.admin.query(
    "update shop.orders set test_held_until = now() - interval '1 second' where test_held_until is not null",
  );

const refused = { code: "HOLD_LIMIT", statusCode: 429 };

describe("a caller who pays with test payments", () => {
  test("holds no more units than with unpaid orders", async ({ world }) => {
    const { buyOn } = await shop(world, 400);
    await buyOn(25, 16);
    expect(await available(world)).toBe(400 - holdLimits.units);
    expect(await imbalances(world)).toEqual([]);
  });

  test("leaves a share of a small store to others, and the error says why and for how long", async ({
    world,
  }) => {
    const { buy, buyOn } = await shop(world, 20);
    await buyOn(1, 20);
    expect(await available(world)).toBe(5);
    await expect(buy(1)).rejects.toMatchObject({
      ...refused,
      message:
        "Test orders from you or your network already have the maximum number of items. Try again in 30 minutes.",
      details: { limit: "units", max: 0, retryAfterSeconds: expect.any(Number) },
    });
    await buy(1, { from: { address: "192.0.2.7" } });
  });

  test("holds no more through free orders", async ({ world }) => {
    const { buyOn, code } = await shop(world, 400);
    await code("ALL", 100, null);
    await world.admin.query("update shop.shipping_rates set price_minor = 0");
    await buyOn(25, 16, { discountCode: "ALL" });
    expect(await available(world)).toBe(400 - holdLimits.units);
    expect(await imbalances(world)).toEqual([]);
  });

  test("can immediately place as many one-unit orders as units can be held", async ({ world }) => {
    const { buyOn } = await shop(world, 400);
    await buyOn(1, holdLimits.orders + 5);
    expect(await available(world)).toBe(400 - holdLimits.orders - 5);
  });
});

describe("a paid test order", () => {
  test("releases its units and its use of a code once when its hold ends, and stays paid", async ({
    world,
  }) => {
    const { buy, pay, code } = await shop(world, 20);
    await code("FEW", 10, 8);
    const order = await buy(3, { discountCode: "FEW" });
    await pay(order);
    expect(await endTestHolds(world.services)).toBe(0);
    expect([await available(world), await usesOf(world, "FEW")]).toEqual([17, { used: 1 }]);
    await timeComes(world);
    const done = await Promise.all([endTestHolds(world.services), endTestHolds(world.services)]);
    expect(done[0] + done[1]).toBe(1);
    expect([await available(world), await usesOf(world, "FEW")]).toEqual([20, { used: 0 }]);
    const { orders } = world.client({ orderKey: order.orderKey });
    expect(await orders.getOrder({ id: order.id })).toMatchObject({
      status: "PAID",
      paymentState: "COMPLETED",
    });
    await buy(15, { from: { address: "192.0.2.7" } });
    expect(await imbalances(world)).toEqual([]);
  });

  test("leaves the owner's stock count unchanged when the store switches to LIVE and when its hold ends", async ({
    world,
  }) => {
    const { storeId, variantId, buy, pay } = await shop(world, 10);
    const owner = await member(world, storeId, "ADMIN");
    const level = async () => (await owner.inventory.listLevels({ storeId })).items[0];
    await pay(await buy(7));
    expect(await level()).toMatchObject({ onHand: 10, reserved: 7, available: 3 });
    await owner.inventory.setLevel({ body: { variantId, onHand: 10 } });
    await owner.inventory.setLevel({ body: { variantId, onHand: 12 } });
    await timeComes(world);
    await endTestHolds(world.services);
    expect(await level()).toMatchObject({ onHand: 12, reserved: 0 });
    await pay(await buy(3));
    await owner.inventory.setLevel({ body: { variantId, onHand: 9 } });
    await owner.stores.updateStore({ id: storeId, body: { environment: "LIVE" } });
    expect(await level()).toMatchObject({ onHand: 9, reserved: 0 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("prevents its location from being deleted while it holds units there", async ({ world }) => {
    const { storeId, variantId, buy, pay } = await shop(world, 3);
    const owner = await member(world, storeId, "ADMIN");
    const made = await owner.locations.createLocation({
      storeId,
      body: { code: "shelf", name: "Shelf" },
    });
    await owner.inventory.setLevel({ body: { variantId, location: "shelf", onHand: 5 } });
    await pay(await buy(5));
    await expect(owner.locations.deleteLocation({ id: made.id })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    await timeComes(world);
    await endTestHolds(world.services);
    await owner.inventory.setLevel({ body: { variantId, location: "shelf", onHand: 0 } });
    await owner.locations.deleteLocation({ id: made.id });
    expect(await available(world)).toBe(3);
    expect(await imbalances(world)).toEqual([]);
  });

  test("releases its units immediately when the store switches to LIVE, even if the order was free", async ({
    world,
  }) => {
    const { storeId, buy, pay, code } = await shop(world, 40);
    await code("ALL", 100, 9);
    await world.admin.query("update shop.shipping_rates set price_minor = 0");
    await pay(await buy(4));
    await pay(await buy(2));
    await buy(3, { discountCode: "ALL" });
    expect([await available(world), await usesOf(world, "ALL")]).toEqual([31, { used: 1 }]);
    const owner = await member(world, storeId, "ADMIN");
    await owner.stores.updateStore({ id: storeId, body: { environment: "LIVE" } });
    expect([await available(world), await usesOf(world, "ALL")]).toEqual([40, { used: 0 }]);
    // Free orders in LIVE are real sales.
    await buy(3, { discountCode: "ALL" });
    await endTestHolds(world.services);
    expect([await available(world), await usesOf(world, "ALL")]).toEqual([37, { used: 1 }]);
    const held = await world.admin.query(
      "select from shop.orders where held_by_address is not null or test_held_until is not null",
    );
    expect(held.rowCount).toBe(0);
    expect(await imbalances(world)).toEqual([]);
  });
});

describe("a limited discount code", () => {
  test("can be reserved by one caller's unpaid orders for a quarter of its uses, but at least one", async ({
    world,
  }) => {
    const { buy, pay, code } = await shop(world, 400);
    await code("EIGHT", 10, 8);
    await code("ONE", 10, 1);
    const first = await buy(1, { discountCode: "EIGHT" });
    await buy(1, { discountCode: "EIGHT" });
    await expect(buy(1, { discountCode: "EIGHT" })).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining("reached the limit for this discount"),
      details: { limit: "code", max: 2 },
    });
    await buy(1, { discountCode: "EIGHT", from: { address: "192.0.2.7" } });
    await buy(1, { discountCode: "ONE" });
    // A test payment moves no money, so this use of the code still counts toward the caller's limit.
    await pay(first);
    await expect(buy(1, { discountCode: "EIGHT" })).rejects.toMatchObject(refused);
    await timeComes(world);
    await endTestHolds(world.services);
    await buy(1, { discountCode: "EIGHT" });
    expect(await imbalances(world)).toEqual([]);
  });

  test("is limited like an automatic discount", async ({ world }) => {
    const { storeId, buy } = await shop(world, 400);
    await world.admin.query(
      `insert into shop.discounts (store_id, id, title, type, value, usage_limit, combines)
       select $1, gen_random_uuid(), 'First ' || n, 'PERCENTAGE', 1000, n, true from unnest('{20,8}'::int[]) n`,
      [storeId],
    );
    await buy(1);
    await buy(1);
    await expect(buy(1)).rejects.toMatchObject({ ...refused, details: { limit: "code", max: 2 } });
    await buy(1, { from: { address: "192.0.2.7" } });
  });

  test("is not used up by test payments or free orders", async ({ world }) => {
    const { buy, buyOn, code } = await shop(world, 400);
    await code("STUDIO", 30, 24);
    await code("ALL", 100, 24);
    await world.admin.query("update shop.shipping_rates set price_minor = 0");
    for (const discountCode of ["STUDIO", "ALL"]) {
      await buyOn(1, 24, { discountCode });
      expect(await usesOf(world, discountCode)).toEqual({ used: 6 });
      await expect(buy(1, { discountCode })).rejects.toMatchObject({
        ...refused,
        message:
          "Test orders from you or your network have reached the limit for this discount. Try again in 30 minutes.",
        details: { limit: "code", max: 6, retryAfterSeconds: expect.any(Number) },
      });
      await buy(1, { discountCode, from: { address: "192.0.2.7" } });
    }
    expect(await imbalances(world)).toEqual([]);
  });
});
