// @module-tag slow

import { holdLimits, unpaidHoldMinutes } from "@vetrina/commerce/constants";
import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test as base, type World } from "#tests/world.ts";
import { seedCustomer } from "../../platform/http/contract.fixture.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { signIn } from "../users/user.fixture.ts";
import { forgetUnpaidOrders } from "./jobs.ts";

const test = base.extend({ options: { rateLimits: true } });

async function shop(world: World, stock = 500) {
  const storeId = await seedStore(world);
  const { variantIds } = await seedProduct(world, storeId, { stock });
  const buy = (
    caller: { address?: string; accessToken?: string },
    items = [{ variantId: variantIds[0] ?? "", quantity: 1 }],
  ) => world.client(caller).orders.createOrder({ storeId, body: { items } });
  const cancel = ({ id, orderKey }: { id: string; orderKey: string }) =>
    world.client({ orderKey }).orders.cancelOrder({ id });
  const end = async (caller: { address?: string; accessToken?: string } = {}) => {
    const order = await buy(caller);
    await cancel(order);
    return order;
  };
  /** Creates `count` canceled orders: places and cancels one order, and copies its rows. */
  const endMany = async (caller: Parameters<typeof end>[0], count: number) => {
    const { id } = await end(caller);
    const { rows } = await world.admin.query<{ columns: string }>(
      `select string_agg(attname, ', ') as columns from pg_attribute
       where attrelid = 'shop.orders'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    );
    const columns = rows[0]?.columns ?? "";
    await world.admin.query(
      `with copies as (
         insert into shop.orders (${columns})
         select ${columns} from (select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'order_number', gen_random_uuid()))).*
         from shop.orders o, generate_series(2, $2) where o.id = $1) copied
         returning id)
       insert into shop.order_items
       select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'order_id', c.id))).*
       from copies c join shop.order_items i on i.order_id = $1`,
      [id, count],
    );
  };
  return { storeId, variantIds, buy, cancel, end, endMany };
}

const monthLater = (world: World) =>
  world.admin.query("update shop.orders set cancelled_at = cancelled_at - interval '31 days'");

async function rowsOf(world: World): Promise<number[]> {
  const { rows } = await world.admin.query<{ n: number }>(`
    select count(*)::int as n from shop.orders union all select count(*)::int from shop.order_items
    union all select count(*)::int from shop.payments union all select count(*)::int from shop.test_payments
    union all select count(*)::int from shop.stock_movements where order_id is not null`);
  return rows.map(({ n }) => n);
}

describe("an order that was never paid", () => {
  test("is deleted with all its rows a month after it ended, and the stock ledger still balances", async ({
    world,
  }) => {
    const { buy, cancel, end } = await shop(world);
    const order = await buy({});
    const client = world.client({ orderKey: order.orderKey });
    const { id } = order;
    await client.payments.createPaymentIntent({ id, body: { provider: "other" } });
    await cancel(order);
    await end();
    expect(await forgetUnpaidOrders(world.services)).toBe(0);
    expect(await rowsOf(world)).toEqual([2, 2, 1, 1, 4]);
    await monthLater(world);
    expect(await forgetUnpaidOrders(world.services, 1)).toBe(2);
    expect(await rowsOf(world)).toEqual([0, 0, 0, 0, 0]);
    expect(await imbalances(world)).toEqual([]);
    await expect(client.orders.getOrder({ id })).rejects.toMatchObject({ statusCode: 404 });
  });

  test("is kept if it is open, paid, placed with an account or needed to explain stock", async ({
    world,
  }) => {
    const { storeId, variantIds, buy, end } = await shop(world);
    const open = await buy({});
    const paid = await buy({});
    const { payments } = world.client({ orderKey: paid.orderKey });
    const intent = await payments.createPaymentIntent({
      id: paid.id,
      body: { provider: "other" },
    });
    await payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
    await payments.processPayment({
      id: paid.id,
      body: { provider: "other", paymentIntentId: intent.id },
    });
    const { token: accessToken } = await seedCustomer(world, storeId);
    const own = await end({ accessToken });
    const [moneyMoved, uneven] = [await end(), await end()];
    await world.admin.query(
      `insert into shop.payments (store_id, id, order_id, provider, environment, amount_minor, currency, state)
       values ($1, gen_random_uuid(), $2, 'STRIPE', 'LIVE', 100, 'USD', 'refunded')`,
      [storeId, moneyMoved.id],
    );
    await world.admin.query(
      `insert into shop.stock_movements (store_id, id, variant_id, location, kind, on_hand_delta, reserved_delta, reason, order_id)
       values ($1, gen_random_uuid(), $2, 'main', 'sale', -1, 0, 'by hand', $3)`,
      [storeId, variantIds[0], uneven.id],
    );
    await monthLater(world);
    expect(await forgetUnpaidOrders(world.services)).toBe(0);
    const { rows } = await world.admin.query<{ id: string }>("select id from shop.orders");
    expect(rows.map(({ id }) => id).sort()).toEqual(
      [open.id, paid.id, own.id, moneyMoved.id, uneven.id].sort(),
    );
  });
});

test("a guest is deleted with their last unpaid order, unless staff created or changed them or they have other data", async ({
  world,
}) => {
  const { storeId, variantIds, cancel } = await shop(world);
  const staff = await staffClient(world, storeId);
  const emails = ["gone", "edited", "created", "open"].map((name) => `${name}@example.com`);
  const [gone = "", edited = "", created = "", open = ""] = emails;
  await staff.customers.createCustomer({ storeId, body: { email: created } });
  const items = [{ variantId: variantIds[0] ?? "", quantity: 1 }];
  const buy = async (email: string) => {
    await world.admin.query("truncate shop.rate_limits");
    return world.client().orders.createOrder({ storeId, body: { items, email } });
  };
  for (const email of [gone, ...emails]) await cancel(await buy(email));
  const { items: known } = await staff.customers.listCustomers({ storeId });
  const id = known.find((one) => one.email === edited)?.id ?? "";
  await staff.customers.updateCustomer({ id, body: { note: "Called twice" } });
  await monthLater(world);
  await buy(open);
  expect(await forgetUnpaidOrders(world.services)).toBe(5);
  const { rows } = await world.admin.query<{ email: string }>(
    "select email from shop.customers order by email",
  );
  expect(rows.map(({ email }) => email)).toEqual([created, edited, open]);
  await buy(gone);
});

describe("a caller", () => {
  test("whose orders keep ending unpaid can hold fewer units, and others are not affected", async ({
    world,
  }) => {
    const { end, buy } = await shop(world);
    const caller = { address: "192.0.2.66" };
    for (let i = 0; i < holdLimits.endedOrders; i += 1) await end(caller);
    await expect(buy(caller)).rejects.toMatchObject({
      code: "HOLD_LIMIT",
      message: expect.stringMatching(/canceled or not paid in time. Sign in to order now/),
      details: { limit: "orders", retryAfterSeconds: expect.any(Number) },
    });
    await buy({ address: "192.0.2.67" });
    await world.admin.query(
      "update shop.orders set cancelled_at = cancelled_at - interval '2 hours'",
    );
    await buy(caller);
  });

  test("who shares an IP address with such a caller can still order, signed in or one order at a time", async ({
    world,
  }) => {
    const { buy, cancel, endMany } = await shop(world);
    const address = "192.0.2.66";
    await endMany({ address }, holdLimits.endedOrders);
    const refused = { code: "HOLD_LIMIT" };
    const neighbors = [await signIn(world), await signIn(world)];
    for (const { accessToken } of neighbors)
      for (let i = 0; i < 2; i += 1) await buy({ address, accessToken });
    await expect(buy({ address })).rejects.toMatchObject(refused);
    const minutesPass = (minutes: number) =>
      world.admin.query(
        `update shop.orders set created_at = created_at - $1 * interval '1 minute',
          expires_at = expires_at - $1 * interval '1 minute'`,
        [minutes],
      );
    await minutesPass(unpaidHoldMinutes);
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => buy({ address })));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(buy({ address })).rejects.toMatchObject(refused);
    // Canceling the order does not allow another one.
    const [placed] = all.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    if (placed !== undefined) await cancel(placed);
    await expect(buy({ address })).rejects.toMatchObject(refused);
    await minutesPass(unpaidHoldMinutes);
    await buy({ address });
  });

  test("who is signed in and whose own orders keep ending unpaid is limited like others at the address", async ({
    world,
  }) => {
    const { buy, endMany } = await shop(world);
    const address = "192.0.2.66";
    await endMany({ address }, holdLimits.endedOrders);
    const { accessToken } = await signIn(world);
    await endMany({ address, accessToken }, holdLimits.endedOrdersOfAccount);
    await expect(buy({ address, accessToken })).rejects.toMatchObject({
      code: "HOLD_LIMIT",
      message: expect.not.stringContaining("Sign in"),
    });
    await buy({ address, accessToken: (await signIn(world)).accessToken });
    await buy({ address: "192.0.2.67", accessToken });
  });

  test("can send only a limited number of lines in large orders per hour", async ({ world }) => {
    const storeId = await seedStore(world);
    const variants = await Promise.all(
      Array.from({ length: 50 }, () => seedProduct(world, storeId, { stock: 10 })),
    );
    const items = variants.map(({ variantIds }) => ({
      variantId: variantIds[0] ?? "",
      quantity: 1,
    }));
    const send = (lines = items) =>
      world
        .client({ address: "192.0.2.66" })
        .orders.createOrder({ storeId, body: { items: lines, total: 1 } });
    // The total is wrong, so nothing is written, but the lines are counted.
    for (let i = 0; i < 20; i += 1)
      await expect(send()).rejects.toMatchObject({ code: "TOTAL_CHANGED" });
    await expect(send()).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await expect(send(items.slice(0, 5))).rejects.toMatchObject({ code: "TOTAL_CHANGED" });
  });
});
