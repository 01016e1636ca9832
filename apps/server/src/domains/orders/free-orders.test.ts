import { holdLimits } from "@vetrina/commerce/constants";
import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { seedProduct, seedSession, seedStore } from "#tests/seed.ts";
import { test as base, type World } from "#tests/world.ts";
import { member } from "../roles/roles.fixture.ts";
import { seedUser } from "../users/user.fixture.ts";

const test = base.extend({ options: { rateLimits: true } });
const refused = { code: "HOLD_LIMIT", statusCode: 429 };
const taker = { address: "192.0.2.66" };
const shippingAddress = {
  name: "Ada",
  address: "1 Main St",
  city: "Austin",
  postalCode: "78701",
  country: "US",
};

type From = Parameters<World["client"]>[0];

/**
 * Creates a store with one product and free shipping. Code ALL takes off 100%, and so does EIGHT, up to eight times.
 */
async function shop(world: World, stock: number, environment: "TEST" | "LIVE" = "LIVE") {
  const storeId = await seedStore(world);
  const { variantIds } = await seedProduct(world, storeId, { stock });
  await world.admin.query("update shop.shipping_rates set price_minor = 0");
  await world.admin.query(
    `insert into shop.discounts (store_id, id, code, type, value, usage_limit) values
       ($1, gen_random_uuid(), 'ALL', 'PERCENTAGE', 10000, null), ($1, gen_random_uuid(), 'EIGHT', 'PERCENTAGE', 10000, 8)`,
    [storeId],
  );
  const owner = await member(world, storeId, "ADMIN");
  await owner.stores.updateStore({ id: storeId, body: { environment } });
  const take = (quantity: number, from: From = taker, discountCode = "ALL") =>
    world.client(from).orders.createOrder({
      storeId,
      body: {
        items: [{ variantId: variantIds[0] ?? "", quantity }],
        email: "ada@example.com",
        shippingAddress,
        ...(discountCode === "" ? {} : { discountCode }),
      },
    });
  return { storeId, owner, take };
}

async function unitsLeft(world: World) {
  const { rows } = await world.admin.query<{ n: number }>(
    "select sum(on_hand - reserved)::int as n from shop.inventory_levels",
  );
  return rows[0]?.n;
}

const hoursPass = (world: World, hours: number) =>
  world.admin.query("update shop.orders set paid_at = paid_at - $1 * interval '1 hour'", [hours]);

describe("free orders in LIVE", () => {
  test("leave a quarter of the stock to others, in one order or in several", async ({ world }) => {
    const { take } = await shop(world, 99);
    await expect(take(75)).rejects.toMatchObject({
      ...refused,
      message: "You can order at most 74 items for free. Reduce the quantity.",
      details: { limit: "units", max: 74, retryAfterSeconds: null },
    });
    await take(50);
    await take(24);
    await expect(take(1)).rejects.toMatchObject({
      ...refused,
      message: expect.stringMatching(/^Free or unpaid orders from you .* Try again in 24 hours\.$/),
      details: { limit: "units", max: 0, retryAfterSeconds: expect.any(Number) },
    });
    await take(5, { address: "192.0.2.67" });
    expect(await unitsLeft(world)).toBe(20);
    expect(await imbalances(world)).toEqual([]);
  });

  test("hold no more units of a large store than unpaid orders can, even concurrently", async ({
    world,
  }) => {
    const { take } = await shop(world, 1000);
    await Promise.allSettled(Array.from({ length: 30 }, () => take(5)));
    expect(await unitsLeft(world)).toBe(1000 - holdLimits.units);
    // The same caller can still place an order that has to be paid.
    await expect(take(5, taker, "")).resolves.toMatchObject({ status: "PENDING" });
    expect(await imbalances(world)).toEqual([]);
  });

  test("leave a quarter of the stock even if the caller also holds units in unpaid orders", async ({
    world,
  }) => {
    const { take } = await shop(world, 100);
    await take(75, taker, "");
    await expect(take(1)).rejects.toMatchObject({
      ...refused,
      details: { limit: "units", max: 0, retryAfterSeconds: expect.any(Number) },
    });
    await expect(take(1, { address: "192.0.2.67" })).resolves.toMatchObject({ status: "PAID" });
  });

  test("are counted per account across all addresses", async ({ world }) => {
    const { take } = await shop(world, 1000);
    const { id } = await seedUser(world);
    const accessToken = await seedSession(world, id);
    await take(90, { address: "192.0.2.1", accessToken });
    await expect(take(20, { address: "192.0.2.2", accessToken })).rejects.toMatchObject(refused);
    await take(20, { address: "192.0.2.2" });
  });

  test("from a wide IPv6 network leave a quarter of the stock to others", async ({ world }) => {
    const { take } = await shop(world, 100);
    for (let i = 0; i < 3; i += 1) await take(25, { address: `2001:db8:1:${i}::1` });
    await expect(take(1, { address: "2001:db8:1:99::1" })).rejects.toMatchObject(refused);
    await take(1, { address: "2001:db8:2:1::1" });
  });

  test("from a wide IPv6 network hold at most twice as many units", async ({ world }) => {
    const { take } = await shop(world, 5000);
    for (let i = 0; i < 2; i += 1) await take(holdLimits.units, { address: `2001:db8:1:${i}::1` });
    await expect(take(1, { address: "2001:db8:1:99::1" })).rejects.toMatchObject(refused);
    await take(1, { address: "2001:db8:2:1::1" });
  });

  test("from one caller use at most a quarter of a discount code's uses", async ({ world }) => {
    const { take } = await shop(world, 1000);
    await take(1, taker, "EIGHT");
    await take(1, taker, "EIGHT");
    await expect(take(1, taker, "EIGHT")).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining("reached the limit for this discount"),
      details: { limit: "code", max: 2 },
    });
    await take(1, { address: "192.0.2.67" }, "EIGHT");
  });

  test("from one caller use at most a quarter of an automatic discount's uses", async ({
    world,
  }) => {
    const { storeId, take } = await shop(world, 1000);
    await world.admin.query(
      `insert into shop.discounts (store_id, id, title, type, value, usage_limit)
       values ($1, gen_random_uuid(), 'First eight', 'PERCENTAGE', 10000, 8)`,
      [storeId],
    );
    await take(1, taker, "");
    await take(1, taker, "");
    await expect(take(1, taker, "")).rejects.toMatchObject({
      ...refused,
      details: { limit: "code", max: 2 },
    });
    await take(1, { address: "192.0.2.67" }, "");
  });

  test("and unpaid orders from one caller together use at most a quarter of a discount code's uses", async ({
    world,
  }) => {
    const { take } = await shop(world, 1000);
    await take(1, taker, "EIGHT");
    await world.admin.query("update shop.shipping_rates set price_minor = 999");
    await take(1, taker, "EIGHT");
    await expect(take(1, taker, "EIGHT")).rejects.toMatchObject({
      ...refused,
      details: { limit: "code", max: 2 },
    });
    await hoursPass(world, 25);
    await take(1, taker, "EIGHT");
  });

  test("count for a day, and their IP addresses are deleted afterwards", async ({ world }) => {
    const { take } = await shop(world, 1000);
    await take(100);
    await hoursPass(world, 23);
    const withAddress = async () => {
      await world.services.database.worker.query("select door.sweep_away()");
      const { rowCount } = await world.admin.query(
        "select from shop.orders where placed_address is not null",
      );
      return rowCount;
    };
    expect(await withAddress()).toBe(1);
    await expect(take(1)).rejects.toMatchObject(refused);
    await hoursPass(world, 1);
    expect(await withAddress()).toBe(0);
    await take(100);
  });

  test("do not prevent the deletion of a store", async ({ world }) => {
    const { storeId, owner, take } = await shop(world, 10);
    await take(1);
    await owner.stores.deleteStore({ id: storeId });
  });
});

test("free test orders count for half of their units after their holds have ended", async ({
  world,
}) => {
  const { take } = await shop(world, 1000, "TEST");
  await take(holdLimits.units);
  await world.admin.query("update shop.orders set test_held_until = null, held_by_address = null");
  const half = holdLimits.units / 2;
  await expect(take(half + 1)).rejects.toMatchObject({
    ...refused,
    details: { limit: "units", max: half, retryAfterSeconds: expect.any(Number) },
  });
  await take(half);
});
