// @module-tag slow

import { holdLimits } from "@vetrina/commerce/constants";
import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test as base, type World } from "#tests/world.ts";
import { held, windowOver } from "../payments/payments.fixture.ts";
import { expireOrders } from "./jobs.ts";

const test = base.extend({ options: { rateLimits: true } });
const refused = { code: "HOLD_LIMIT", statusCode: 429 };
const unpaying = "192.0.2.66";

type Ordered = { place?: number; quantity?: number; discountCode?: string };

/** Creates a store with the given units of each product. `buy` orders units of one product. */
async function shop(world: World, stocks: number[]) {
  const storeId = await seedStore(world);
  const variantIds: string[] = [];
  for (const stock of stocks)
    variantIds.push(...(await seedProduct(world, storeId, { stock })).variantIds);
  const order = (address: string, { place = 0, quantity = 1, ...body }: Ordered) =>
    world.client({ address }).orders.createOrder({
      storeId,
      body: { items: [{ variantId: variantIds[place] ?? "", quantity }], ...body },
    });
  const buy = (address: string, quantity: number, place = 0) => order(address, { quantity, place });
  const pay = async ({ id, orderKey }: { id: string; orderKey: string }) => {
    const { payments } = world.client({ orderKey });
    const intent = await payments.createPaymentIntent({ id, body: { provider: "other" } });
    await payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
    await payments.processPayment({ id, body: { provider: "other", paymentIntentId: intent.id } });
  };
  return { storeId, order, buy, pay };
}

/** Expires unpaid orders and resets the rate limits. */
async function holdsEnd(world: World): Promise<void> {
  await windowOver(world);
  await expireOrders(world.services);
  await world.admin.query("truncate shop.rate_limits");
}

/** Marks an order as paid with real money, because the test provider takes none. */
async function realMoneyPaid(world: World, { id }: { id: string }): Promise<void> {
  await world.admin.query(
    `update shop.orders set payment_environment = 'LIVE', test_held_until = null, held_by_address = null,
       held_by_user = null where id = $1`,
    [id],
  );
}

/** Ends the holds of paid test orders, as the sweep does after a while. */
async function testHoldsEnd(world: World): Promise<void> {
  await world.admin.query(
    "update shop.orders set test_held_until = null, held_by_address = null, held_by_user = null where paid_at is not null",
  );
}

/** Orders one unit at a time until an order is rejected. Returns how many orders were placed. */
async function takeAll(buy: () => Promise<unknown>): Promise<number> {
  for (let placed = 0; ; placed += 1)
    if ((await buy().catch((error: unknown) => error)) instanceof Error) return placed;
}

describe("orders that ended unpaid", () => {
  test("count for half of their units against the address that placed them", async ({ world }) => {
    const { buy } = await shop(world, [1000]);
    const half = holdLimits.units / 2;
    await buy(unpaying, holdLimits.units);
    await holdsEnd(world);
    await expect(buy(unpaying, half + 1)).rejects.toMatchObject({
      ...refused,
      message: `Orders from you or your network that were canceled or not paid in time still count toward the limit on unpaid items. Order at most ${half} items now, or try again in 120 minutes.`,
      details: { limit: "units", max: half, retryAfterSeconds: expect.any(Number) },
    });
    await buy("192.0.2.67", holdLimits.units);
    await buy(unpaying, half);
    expect(await imbalances(world)).toEqual([]);
  });

  test("prevent endless renewal of holds, even if orders are canceled in time", async ({
    world,
  }) => {
    const { buy } = await shop(world, [1000]);
    const taken: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const orders: { id: string; orderKey: string }[] = [];
      await takeAll(async () => orders.push(await buy(unpaying, 5)));
      taken.push((await held(world)) ?? 0);
      if (round % 2 === 0)
        for (const { id, orderKey } of orders)
          await world.client({ orderKey }).orders.cancelOrder({ id });
      await holdsEnd(world);
    }
    expect(taken).toEqual([100, 50, 25, 10, 5, 5]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("do not block a shopper who lets two ordinary orders end, even in a small store", async ({
    world,
  }) => {
    for (const [stock, quantity] of [
      [1, 1],
      [2, 2],
      [4, 2],
      [10, 5],
      [200, 20],
    ] as const) {
      const { buy } = await shop(world, [stock, 0]);
      for (let i = 0; i < 2; i += 1) {
        await buy(unpaying, quantity);
        await holdsEnd(world);
      }
      await buy(unpaying, quantity);
      await holdsEnd(world);
    }
  });

  test("no longer count after two hours, or once the address has paid real money for an order", async ({
    world,
  }) => {
    const { buy, pay } = await shop(world, [1000]);
    await buy(unpaying, 90);
    await holdsEnd(world);
    await expect(buy(unpaying, 90)).rejects.toMatchObject(refused);
    const order = await buy(unpaying, 1);
    await pay(order);
    await realMoneyPaid(world, order);
    await buy(unpaying, 90);
    await holdsEnd(world);
    await expect(buy(unpaying, 90)).rejects.toMatchObject(refused);
    await world.admin.query(
      "update shop.orders set cancelled_at = cancelled_at - interval '2 hours 1 minute'",
    );
    await buy(unpaying, 90);
  });

  test.for<[string, (network: number) => string]>([
    ["an address", () => unpaying],
    ["a wide IPv6 network", (network) => `2001:db8:7:${network}::1`],
  ])("still count after test payments, which cost %s nothing", async ([, from], { world }) => {
    const { buy, pay } = await shop(world, [1000]);
    let next = 0;
    const taken: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      taken.push(await takeAll(() => buy(from((next += 1)), 10)));
      await holdsEnd(world);
      await pay(await buy(from((next += 1)), 1));
      await testHoldsEnd(world);
    }
    const [first = 0, second = 0, third = 0] = taken;
    expect(first).toBeGreaterThanOrEqual(holdLimits.units / 10);
    expect(second).toBeLessThanOrEqual(first / 2);
    expect(third).toBeLessThanOrEqual(first / 3);
  });

  test("include orders paid with test payments, once their holds have ended", async ({ world }) => {
    const { buy, pay } = await shop(world, [1000]);
    const taken: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const orders: { id: string; orderKey: string }[] = [];
      taken.push(await takeAll(async () => orders.push(await buy(unpaying, 10))));
      for (const order of orders) await pay(order);
      await world.admin.query("truncate shop.rate_limits");
      await testHoldsEnd(world);
    }
    expect(taken).toEqual([10, 5, 2]);
    await world.admin.query(
      "update shop.orders set paid_at = paid_at - interval '2 hours 1 minute'",
    );
    await buy(unpaying, holdLimits.units);
  });

  test("allow the next anonymous order after five minutes, even if a payment was started", async ({
    world,
  }) => {
    const { buy } = await shop(world, [1000]);
    for (let i = 0; i < holdLimits.endedOrders; i += 1) {
      const { id, orderKey } = await buy(unpaying, 1);
      await world.client({ orderKey }).orders.cancelOrder({ id });
      await world.admin.query("truncate shop.rate_limits");
    }
    const pass = () =>
      world.admin.query("update shop.orders set created_at = created_at - interval '5 minutes'");
    await pass();
    const { id, orderKey } = await buy(unpaying, 1);
    const { payments } = world.client({ orderKey });
    await payments.createPaymentIntent({ id, body: { provider: "other" } });
    await expect(buy(unpaying, 1)).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining("try again in 5 minutes"),
    });
    await pass();
    await buy(unpaying, 1);
  });

  test("lose their caller's address once they no longer count", async ({ world }) => {
    const { buy, pay } = await shop(world, [1000]);
    await pay(await buy("2001:db8:1:1::1", 1));
    await buy("2001:db8:1:1::1", 1);
    await holdsEnd(world);
    const sweepAway = () => world.services.database.worker.query("select door.sweep_away()");
    const withAddress = async () =>
      (
        await world.admin.query(
          "select from shop.orders where placed_address is not null and placed_network is not null",
        )
      ).rowCount;
    await sweepAway();
    expect(await withAddress()).toBe(2);
    await world.admin.query(`
      update shop.orders set cancelled_at = cancelled_at - interval '121 minutes',
        paid_at = paid_at - interval '121 minutes', test_held_until = null, held_by_address = null`);
    await sweepAway();
    expect(await withAddress()).toBe(0);
  });
});

describe("the addresses of a wide IPv6 network", () => {
  test("together place at most eight times the orders of one of them", async ({ world }) => {
    const { buy } = await shop(world, [2000]);
    const placed = await Promise.all(
      Array.from({ length: 10 }, (_, network) => takeAll(() => buy(`2001:db8:7:${network}::1`, 1))),
    );
    expect(placed.reduce((sum, n) => sum + n, 0)).toBe(8 * holdLimits.orders);
    await buy("2001:db8:8:1::1", 1);
    expect(await imbalances(world)).toEqual([]);
  });

  test("together hold at most eight times the units of one of them", async ({ world }) => {
    const { buy } = await shop(world, [2000]);
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, async (_, network) => buy(`2001:db8:7:${network}::1`, 100)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(8);
    expect(await held(world)).toBe(8 * holdLimits.units);
    await expect(buy("2001:db8:7:99::1", 1)).rejects.toMatchObject(refused);
    expect(await imbalances(world)).toEqual([]);
  });

  test("leave a quarter of each variant and of the store to others", async ({ world }) => {
    const { buy } = await shop(world, [100, 100]);
    let next = 0;
    const from = () => `2001:db8:7:${(next += 1)}::1`;
    expect(await takeAll(() => buy(from(), 25))).toBe(3);
    await expect(buy(from(), 1)).rejects.toMatchObject({
      ...refused,
      details: { limit: "variant", max: 0, retryAfterSeconds: expect.any(Number) },
    });
    expect(await takeAll(() => buy(from(), 25, 1))).toBe(3);
    await buy("192.0.2.67", 25);
    expect(await imbalances(world)).toEqual([]);
  });

  test("leave a quarter of a store whose variants have few units, too", async ({ world }) => {
    const { buy } = await shop(
      world,
      Array.from({ length: 40 }, () => 5),
    );
    let [next, place] = [0, -1];
    const placed = await takeAll(() => buy(`2001:db8:7:${(next += 1)}::1`, 5, (place += 1)));
    expect(placed).toBe(30);
    await expect(buy("2001:db8:7:99::1", 1, 39)).rejects.toMatchObject({
      ...refused,
      details: { limit: "units", max: 0 },
    });
    await buy("2001:db8:8:1::1", 5, 39);
  });

  test("cannot renew holds forever by moving from one /64 network to the next", async ({
    world,
  }) => {
    const { buy } = await shop(world, [1000]);
    let next = 0;
    const taken: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      await takeAll(() => buy(`2001:db8:7:${(next += 1)}::1`, 50));
      taken.push((await held(world)) ?? 0);
      await holdsEnd(world);
    }
    expect(taken).toEqual([750, 350, 200, 100]);
    await buy("2001:db8:8:1::1", 50);
    expect(await imbalances(world)).toEqual([]);
  });

  test("together use at most a quarter of a discount code's uses", async ({ world }) => {
    const { storeId, order } = await shop(world, [1000]);
    await world.admin.query(
      "insert into shop.discounts (store_id, id, code, type, value, usage_limit) values ($1, gen_random_uuid(), 'TWENTY', 'PERCENTAGE', 1000, 20)",
      [storeId],
    );
    let next = 0;
    const use = (address: string) => order(address, { discountCode: "TWENTY" });
    expect(await takeAll(() => use(`2001:db8:7:${(next += 1)}::1`))).toBe(5);
    await expect(use("2001:db8:7:99::1")).rejects.toMatchObject({
      ...refused,
      details: { limit: "code", max: 5 },
    });
    await use("192.0.2.67");
  });
});
