// @module-tag slow

import { holdLimits, unpaidHoldMinutes } from "@vetrina/commerce/constants";
import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test as base, type World } from "#tests/world.ts";
import { seedCustomer } from "../../platform/http/contract.fixture.ts";
import { held, windowOver } from "../payments/payments.fixture.ts";
import { expireOrders } from "./jobs.ts";

const test = base.extend({ options: { rateLimits: true } });
const unpaying = "192.0.2.66";

/** Creates a store with the given units of each product. `buy` orders units of products by their index. */
async function shop(world: World, stocks: number[]) {
  const storeId = await seedStore(world);
  const variantIds: string[] = [];
  for (const stock of stocks)
    variantIds.push(...(await seedProduct(world, storeId, { stock })).variantIds);
  const buy = (
    caller: { address?: string; accessToken?: string },
    lines: [place: number, quantity: number][],
    over: { email?: string } = {},
  ) =>
    world.client(caller).orders.createOrder({
      storeId,
      body: {
        items: lines.map(([place, quantity]) => ({
          variantId: variantIds[place] ?? "",
          quantity,
        })),
        ...over,
      },
    });
  return { storeId, variantIds, buy };
}

/** Returns the minutes until an order's hold ends. */
function minutesOf({ expiresAt }: { expiresAt: string | null }): number {
  return Math.round((Date.parse(expiresAt ?? "") - Date.now()) / 60_000);
}

/** Resets the rate limits, as the next minute does. */
const nextMinute = (world: World) => world.admin.query("truncate shop.rate_limits");

const refused = { code: "HOLD_LIMIT", statusCode: 429 };

describe("an order's units", () => {
  test("are held for five minutes, and once for the payment window when the first payment starts", async ({
    world,
  }) => {
    const { buy } = await shop(world, [10]);
    const order = await buy({}, [[0, 1]]);
    const { id, orderKey } = order;
    expect(minutesOf(order)).toBe(unpaidHoldMinutes);
    const client = world.client({ orderKey });
    const intent = () => client.payments.createPaymentIntent({ id, body: { provider: "other" } });
    const { id: first } = await intent();
    const begun = await client.orders.getOrder({ id });
    expect(minutesOf(begun)).toBe(30);
    await client.payments.decideTestPayment({ id: first, body: { decision: "fail" } });
    await client.payments.processPayment({
      id,
      body: { provider: "other", paymentIntentId: first },
    });
    expect((await intent()).id).not.toBe(first);
    expect(await client.orders.getOrder({ id })).toMatchObject({ expiresAt: begun.expiresAt });
  });

  test("are released after five minutes without a payment, and the same cart can be ordered again", async ({
    world,
  }) => {
    const { buy } = await shop(world, [1]);
    const { id, orderKey } = await buy({}, [[0, 1]]);
    await windowOver(world);
    await expireOrders(world.services);
    const { payments } = world.client({ orderKey });
    const body = { provider: "other" };
    await expect(payments.createPaymentIntent({ id, body })).rejects.toMatchObject({
      code: "ORDER_EXPIRED",
    });
    const again = await buy({}, [[0, 1]]);
    const shopper = world.client({ orderKey: again.orderKey });
    const intent = await shopper.payments.createPaymentIntent({ id: again.id, body });
    await shopper.payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
    await expect(
      shopper.payments.processPayment({
        id: again.id,
        body: { provider: "other", paymentIntentId: intent.id },
      }),
    ).resolves.toMatchObject({ orderStatus: "PAID" });
    expect(await imbalances(world)).toEqual([]);
  });
});

describe("a caller who orders without paying", () => {
  test("can't sell out a store, in one order or in sixty a minute, even by starting payments", async ({
    world,
  }) => {
    const stocks = Array.from({ length: 100 }, (_, i) => 5 + (i % 10));
    const { buy, storeId } = await shop(world, stocks);
    const everything = stocks.map((stock, place): [number, number] => [place, stock]);
    await expect(buy({ address: unpaying }, everything)).rejects.toMatchObject({
      ...refused,
      message: `You can order at most ${holdLimits.units} items before you pay. Reduce the quantity, pay, and then order the rest.`,
    });
    let placed = 0;
    for (let minute = 0; minute < 3; minute += 1) {
      for (let i = 0; i < 60; i += 1) {
        const place = (minute * 60 + i) % stocks.length;
        const order = await buy({ address: unpaying }, [[place, 5]]).catch(() => null);
        if (order === null) continue;
        placed += 1;
        const { payments } = world.client({ orderKey: order.orderKey, address: unpaying });
        await payments.createPaymentIntent({ id: order.id, body: { provider: "other" } });
      }
      await nextMinute(world);
    }
    expect(placed).toBe(holdLimits.units / 5);
    expect(await held(world)).toBe(holdLimits.units);
    const total = stocks.reduce((sum, stock) => sum + stock, 0);
    expect((await held(world)) ?? total).toBeLessThan(total / 4);
    // Callers from other IP addresses can still buy, and the units of unpaid orders are released later.
    await buy({ address: "192.0.2.1" }, [[50, 3]]);
    await windowOver(world);
    await expireOrders(world.services);
    expect(await held(world)).toBe(0);
    const counted = await world.admin.query(
      "select from shop.orders where store_id = $1 and (held_by_address is not null or held_by_user is not null)",
      [storeId],
    );
    expect(counted.rowCount).toBe(0);
    expect(await imbalances(world)).toEqual([]);
  });

  test.for<[string, number[]]>([
    ["ten of one style", [10]],
    ["one each of ten styles", Array.from({ length: 10 }, () => 1)],
    ["a few of each", [1, 2, 3, 4]],
  ])("can't sell out a shop of ten units: %s", async ([, stocks], { world }) => {
    const { buy } = await shop(world, stocks);
    for (const [place, stock] of stocks.entries())
      for (let i = 0; i < stock; i += 1)
        await buy({ address: unpaying }, [[place, 1]]).catch(() => {});
    expect(await held(world)).toBe(7);
  });

  test("is counted correctly under concurrency: a hundred concurrent orders hold no more units than allowed", async ({
    world,
  }) => {
    const { buy } = await shop(world, [500, 500]);
    const said = await Promise.allSettled(
      Array.from({ length: 100 }, async (_, i) => {
        const order = await buy({ address: `2001:db8:1:2::${i}` }, [[i % 2, 1]]);
        return order.id;
      }),
    );
    const codes = said.flatMap((one) =>
      one.status === "rejected" ? [(one.reason as { code: string }).code] : [],
    );
    // The IP address also has a limit of 60 calls a minute.
    expect(new Set(codes)).toEqual(new Set(["HOLD_LIMIT", "RATE_LIMITED"]));
    expect(said.length - codes.length).toBe(holdLimits.orders);
    expect(await held(world)).toBe(holdLimits.orders);
    expect(await imbalances(world)).toEqual([]);
  });

  test("is told what to do and how long to wait, and can order again once an order is canceled or paid", async ({
    world,
  }) => {
    const { buy } = await shop(world, [500]);
    const orders = [];
    for (let i = 0; i < holdLimits.orders; i += 1)
      orders.push(await buy({ address: unpaying }, [[0, 1]]));
    await expect(buy({ address: unpaying }, [[0, 1]])).rejects.toMatchObject({
      ...refused,
      message:
        "Unpaid orders from you or your network already have the maximum number of items. Pay for or cancel one of them, or try again in 5 minutes.",
      details: { limit: "orders", retryAfterSeconds: expect.any(Number) },
    });
    const [first, second] = orders;
    const client = world.client({ orderKey: first?.orderKey ?? "" });
    await client.orders.cancelOrder({ id: first?.id ?? "" });
    await buy({ address: unpaying }, [[0, 1]]);
    await expect(buy({ address: unpaying }, [[0, 1]])).rejects.toMatchObject(refused);
    const { payments } = world.client({ orderKey: second?.orderKey ?? "" });
    const id = second?.id ?? "";
    const intent = await payments.createPaymentIntent({ id, body: { provider: "other" } });
    await payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
    const body = { provider: "other", paymentIntentId: intent.id };
    await payments.processPayment({ id, body });
    await buy({ address: unpaying }, [[0, 1]]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("gets Retry-After if waiting helps, and the caller's address is not stored", async ({
    world,
  }) => {
    const { storeId, variantIds, buy } = await shop(world, [500]);
    const send = (quantity: number) =>
      world.app.inject({
        method: "POST",
        url: `/api/v1/orders/store/${storeId}`,
        headers: { host: "localhost", "x-forwarded-for": unpaying },
        payload: { items: [{ variantId: variantIds[0], quantity }] },
      });
    const tooLarge = await send(holdLimits.units + 1);
    expect(tooLarge.statusCode).toBe(429);
    expect(tooLarge.headers["retry-after"]).toBeUndefined();
    await buy({ address: unpaying }, [[0, holdLimits.units]]);
    const full = await send(1);
    expect(full.statusCode).toBe(429);
    expect(Number(full.headers["retry-after"])).toBeGreaterThan(240);
    const { rows } = await world.admin.query("select to_jsonb(o)::text as kept from shop.orders o");
    expect(JSON.stringify(rows)).not.toContain(unpaying);
  });
});

describe("shoppers who share an address", () => {
  test("a family behind one IP address can shop, each with their own browser", async ({
    world,
  }) => {
    const { buy } = await shop(world, [6, 20]);
    const home = { address: "198.51.100.7" };
    for (let member = 0; member < 5; member += 1)
      await buy(home, [
        [0, 1],
        [1, 2],
      ]);
    // This IP address already holds the maximum for this variant, so the sixth unit stays available to other callers.
    await expect(buy(home, [[0, 1]])).rejects.toMatchObject({
      ...refused,
      details: { limit: "variant", max: 0 },
    });
    await buy({ address: "198.51.100.8" }, [[0, 1]]);
  });

  test("the last two units of a style and the last unit of a store can be bought", async ({
    world,
  }) => {
    const { buy } = await shop(world, [2, 100]);
    await buy({}, [[0, 2]]);
    const last = await shop(world, [1]);
    await last.buy({}, [[0, 1]]);
  });

  test("an account counts as one caller across all addresses, and is not identified by its email", async ({
    world,
  }) => {
    const { buy, storeId } = await shop(world, [500]);
    const { token, id } = await seedCustomer(world, storeId);
    for (let i = 0; i < holdLimits.orders; i += 1)
      await buy({ address: `198.51.100.${i}` }, [[0, 1]], { email: `${id}@example.com` });
    const from = (i: number) => ({ accessToken: token, address: `203.0.113.${i}` });
    for (let i = 0; i < holdLimits.orders; i += 1) await buy(from(i), [[0, 1]]);
    await expect(buy(from(99), [[0, 1]])).rejects.toMatchObject(refused);
  });

  test("an order that costs nothing can be placed after any number of unpaid orders", async ({
    world,
  }) => {
    const { buy, storeId, variantIds } = await shop(world, [500]);
    await world.admin.query(
      `insert into shop.discounts (store_id, id, code, type, value) values ($1, gen_random_uuid(), 'ALL', 'PERCENTAGE', 10000)`,
      [storeId],
    );
    await world.admin.query(
      "update shop.shipping_rates set price_minor = 0, free_above_minor = null",
    );
    for (let i = 0; i < holdLimits.orders; i += 1) await buy({ address: unpaying }, [[0, 1]]);
    const shippingAddress = { name: "Ada", address: "1 Main St", city: "Austin", country: "US" };
    await expect(
      world.client({ address: unpaying }).orders.createOrder({
        storeId,
        body: {
          items: [{ variantId: variantIds[0] ?? "", quantity: 1 }],
          discountCode: "ALL",
          email: "ada@example.com",
          shippingAddress: { ...shippingAddress, postalCode: "78701" },
        },
      }),
    ).resolves.toMatchObject({ status: "PAID" });
  });
});

/** Sends orders with the browser's cookies, and stores the cookies of the responses. */
function browserOf(world: World, storeId: string) {
  const cookies: string[] = [];
  return async (
    items: { variantId?: string | undefined; quantity: number }[],
    headers: Record<string, string> = {},
  ) => {
    const answer = await world.app.inject({
      method: "POST",
      url: `/api/v1/orders/store/${storeId}`,
      headers: { host: "localhost", cookie: cookies.join("; "), ...headers },
      payload: { items },
    });
    for (const set of [answer.headers["set-cookie"] ?? []].flat())
      cookies.push(set.split(";")[0] ?? "");
    return answer.json<{ id: string; orderKey: string; code?: string }>();
  };
}

async function statusOf(world: World, { id, orderKey }: { id: string; orderKey: string }) {
  return (await world.client({ orderKey }).orders.getOrder({ id })).status;
}

describe("a browser that orders the same cart again", () => {
  test("holds its units only once, even the last unit, and keeps orders with a started payment", async ({
    world,
  }) => {
    const { storeId, variantIds } = await shop(world, [1, 10]);
    const [variantId, other] = variantIds;
    const order = browserOf(world, storeId);
    const first = await order([{ variantId, quantity: 1 }]);
    const second = await order([
      { variantId: variantId?.toUpperCase(), quantity: 1 },
      { variantId: other, quantity: 2 },
    ]);
    expect(await statusOf(world, first)).toBe("CANCELLED");
    expect(await statusOf(world, second)).toBe("PENDING");
    expect(await held(world)).toBe(3);
    const { id, orderKey } = second;
    await world
      .client({ orderKey })
      .payments.createPaymentIntent({ id, body: { provider: "other" } });
    expect(await order([{ variantId, quantity: 1 }])).toMatchObject({ code: "OUT_OF_STOCK" });
    expect(await statusOf(world, second)).toBe("PENDING");
    expect(await imbalances(world)).toEqual([]);
  });

  test("keeps the units of another cart, and those of its order if the new order fails or the request is repeated", async ({
    world,
  }) => {
    const { storeId, variantIds } = await shop(world, [5, 5]);
    const [variantId, other] = variantIds;
    const order = browserOf(world, storeId);
    const key = { "idempotency-key": "once" };
    const first = await order([{ variantId, quantity: 1 }], key);
    expect(await order([{ variantId, quantity: 1 }], key)).toMatchObject({ id: first.id });
    await order([{ variantId: other, quantity: 1 }]);
    expect(await order([{ variantId, quantity: 9 }])).toMatchObject({ code: "OUT_OF_STOCK" });
    expect(await statusOf(world, first)).toBe("PENDING");
    expect(await held(world)).toBe(2);
    expect(await imbalances(world)).toEqual([]);
  });

  test("is not affected by another origin's page or by a cookie with a wrong key", async ({
    world,
  }) => {
    const { storeId, variantIds, buy } = await shop(world, [9]);
    const items = [{ variantId: variantIds[0], quantity: 1 }];
    const order = browserOf(world, storeId);
    const first = await order(items);
    await order(items, { origin: "http://yours.localhost" });
    expect(await statusOf(world, first)).toBe("PENDING");
    const theirs = await buy({ address: unpaying }, [[0, 1]]);
    const forged = [
      `vetrina_order_${theirs.id}=${first.orderKey}`,
      `vetrina_order_${theirs.id}=`,
      "vetrina_order_x=1",
    ];
    const answer = await browserOf(world, storeId)(items, { cookie: forged.join("; ") });
    expect(answer).toMatchObject({ status: "PENDING" });
    expect(await statusOf(world, theirs)).toBe("PENDING");
  });

  test("counts as one caller across all addresses", async ({ world }) => {
    const { storeId, variantIds } = await shop(
      world,
      Array.from({ length: 21 }, () => 50),
    );
    const order = browserOf(world, storeId);
    const codes: (string | undefined)[] = [];
    for (const [i, variantId] of variantIds.entries())
      codes.push(
        (await order([{ variantId, quantity: 1 }], { "x-forwarded-for": `203.0.113.${i}` })).code,
      );
    expect(codes.filter((code) => code === undefined)).toHaveLength(holdLimits.orders);
    expect(codes.at(-1)).toBe("HOLD_LIMIT");
  });
});
