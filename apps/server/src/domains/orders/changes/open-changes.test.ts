import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test, type World } from "#tests/world.ts";
import { seedProduct } from "#tests/seed.ts";
import { shippingAddress } from "../../customers/customers.fixture.ts";
import {
  onHand,
  paidOrder,
  payAll,
  type Placed,
  placeOrder,
  refundShop,
} from "../../refunds/refunds.fixture.ts";
import { reopening } from "../../payments/payments.fixture.ts";
import { reconcile } from "../../payments/reconcile.fixture.ts";
import { endTestHolds, expireChanges } from "../jobs.ts";

const away = () => Promise.reject(new Error("the provider is away"));
const refusal = (code: string) => ({ code });
const ifMatch = (version: number) => ({ headers: { "If-Match": `"${version}"` } });
const linesOf = ({
  items,
}: {
  items: readonly { name: string; quantity: number; price: number }[];
}) => items.map(({ quantity, price }) => [quantity, price]);
const itemId = (order: Placed, i: number) => order.items[i]?.id ?? "";

describe("an open change", () => {
  test("is withdrawn by an empty change and replaced by another one", async ({ world }) => {
    const shop = await refundShop(world);
    const order = await paidOrder(world, shop);
    const { orders } = shop.staff;
    const add = (quantity: number) => ({
      items: [{ variantId: shop.variantIds[1], quantity }],
    });
    await orders.updateOrderItems({ id: order.id, body: add(2) });
    const intent = await order.buyer.payments.createPaymentIntent({
      id: order.id,
      body: { provider: "other" },
    });
    expect(intent.amount).toBe(20);
    const more = await orders.updateOrderItems({ id: order.id, body: add(5) });
    expect(more).toMatchObject({ status: "OPEN", due: 50 });
    expect(await imbalances(world)).toEqual([]);
    const none = await orders.updateOrderItems({ id: order.id, body: { items: [] } });
    expect(none).toMatchObject({
      status: "APPLIED",
      order: { total: order.total, openChange: null },
    });
    expect(linesOf(none.order)).toEqual(linesOf(order));
    await expect(payAll(order)).rejects.toMatchObject(refusal("ORDER_ALREADY_PAID"));
    expect(await imbalances(world)).toEqual([]);
  });

  test("can't be opened once everything paid is being refunded", async ({ world }) => {
    const shop = await refundShop(world);
    const order = await paidOrder(world, shop);
    const { orders, refunds } = shop.staff;
    // The test provider completes this refund only when it is asked for the status (shop.refund_test_payment).
    const slow = await refunds.refundOrder({ id: order.id, body: { amount: 9.93 } });
    await refunds.refundOrder({ id: order.id, body: {} });
    expect(slow.status).toBe("PENDING");
    expect(await orders.getOrder({ id: order.id })).toMatchObject({ status: "PAID" });
    const body = { items: [{ variantId: shop.variantIds[1], quantity: 2 }] };
    await expect(orders.updateOrderItems({ id: order.id, body })).rejects.toMatchObject(
      refusal("INVALID_TRANSITION"),
    );
    expect(await imbalances(world)).toEqual([]);
  });

  test("of an order that was free in one mode can't be paid in the other", async ({ world }) => {
    const shop = await refundShop(world);
    await world.admin.query(
      "insert into shop.discounts (store_id, id, code, type, value) values ($1, gen_random_uuid(), 'ALL', 'FIXED_AMOUNT', 3334)",
      [shop.storeId],
    );
    await world.admin.query("update shop.shipping_rates set price_minor = 0 where store_id = $1", [
      shop.storeId,
    ]);
    const { id, orderKey } = await world.client().orders.createOrder({
      storeId: shop.storeId,
      body: {
        items: [{ variantId: shop.variantIds[0], quantity: 1 }],
        discountCode: "ALL",
        email: "ada@example.com",
        shippingAddress,
      },
    });
    const body = { items: [{ variantId: shop.variantIds[1], quantity: 2 }] };
    await shop.staff.orders.updateOrderItems({ id, body });
    await world.admin.query("update shop.stores set environment = 'TEST' where id = $1", [
      shop.storeId,
    ]);
    await world.admin.query(
      `insert into shop.payment_providers (store_id, id, provider, environment)
       values ($1, gen_random_uuid(), 'OTHER', 'TEST') on conflict do nothing`,
      [shop.storeId],
    );
    world.services.directory.forget();
    const { payments } = world.client({ orderKey });
    await expect(
      payments.createPaymentIntent({ id, body: { provider: "other" } }),
    ).rejects.toMatchObject(refusal("INVALID_TRANSITION"));
  });

  test("can be paid manually in one payment, but not in parts", async ({ world }) => {
    const shop = await refundShop(world);
    const order = await paidOrder(world, shop);
    const { orders, transactions } = shop.staff;
    await orders.updateOrderItems({
      id: order.id,
      body: { items: [{ variantId: shop.variantIds[1], quantity: 2 }] },
    });
    const cash = (amount: number) => ({
      body: { orderId: order.id, amount, method: "CASH" as const },
    });
    await expect(transactions.createTransaction(cash(5))).rejects.toMatchObject(
      refusal("VALIDATION_FAILED"),
    );
    await transactions.createTransaction(cash(20));
    expect(await orders.getOrder({ id: order.id })).toMatchObject({
      total: 130.02,
      openChange: null,
    });
    expect(await imbalances(world)).toEqual([]);
  });

  test("ends when its order is canceled", async ({ world }) => {
    const shop = await refundShop(world);
    const order = await paidOrder(world, shop);
    const { orders } = shop.staff;
    await orders.updateOrderItems({
      id: order.id,
      body: { items: [{ variantId: shop.variantIds[1], quantity: 2 }] },
    });
    await order.buyer.payments.createPaymentIntent({ id: order.id, body: { provider: "other" } });
    await orders.cancelOrder({ id: order.id, body: {} });
    expect(await orders.getOrder({ id: order.id })).toMatchObject({
      status: "REFUNDED",
      openChange: null,
      refunded: order.total,
    });
    expect(await imbalances(world)).toEqual([]);
  });
});

describe("an order that is not paid", () => {
  test("gets a new total and other held units when it is changed", async ({ world }) => {
    const shop = await refundShop(world);
    const order = await placeOrder(world, shop);
    const { orders } = shop.staff;
    const intent = await order.buyer.payments.createPaymentIntent({
      id: order.id,
      body: { provider: "other" },
    });
    expect(intent.amount).toBe(order.total);
    const changed = await orders.updateOrderItems({
      id: order.id,
      body: {
        items: [
          { itemId: itemId(order, 0), quantity: 1 },
          { variantId: shop.variantIds[1], quantity: 4 },
        ],
      },
    });
    expect(changed).toMatchObject({ status: "APPLIED", due: 83.34, order: { total: 83.34 } });
    expect(await imbalances(world)).toEqual([]);
    await payAll(order);
    expect(await orders.getOrder({ id: order.id })).toMatchObject({ status: "PAID", paid: 83.34 });
    expect([
      await onHand(world, shop.variantIds[0]),
      await onHand(world, shop.variantIds[1]),
    ]).toEqual([99, 95]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("but partly paid can't be changed to cost less than was paid", async ({ world }) => {
    const shop = await refundShop(world);
    const order = await placeOrder(world, shop);
    const { orders, transactions } = shop.staff;
    await transactions.createTransaction({
      body: { orderId: order.id, amount: 50, method: "CASH" },
    });
    const to = (quantity: number) => ({ items: [{ itemId: itemId(order, 0), quantity }] });
    await expect(orders.updateOrderItems({ id: order.id, body: to(1) })).rejects.toMatchObject(
      refusal("INVALID_TRANSITION"),
    );
    expect(await orders.updateOrderItems({ id: order.id, body: to(2) })).toMatchObject({
      due: 26.68,
    });
    expect(await imbalances(world)).toEqual([]);
  });
});

describe("a change is rejected", () => {
  test("for a different total or version, and for an unknown line or variant", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const order = await paidOrder(world, shop);
    const { orders } = shop.staff;
    const items = [{ variantId: shop.variantIds[1], quantity: 2 }];
    const { version } = await orders.getOrder({ id: order.id });
    const call = (body: Parameters<typeof orders.updateOrderItems>[0]["body"], of = version) =>
      orders.updateOrderItems({ id: order.id, body }, ifMatch(of));
    await expect(call({ items, total: order.total })).rejects.toMatchObject({
      ...refusal("TOTAL_CHANGED"),
      details: { total: 130.02 },
    });
    await expect(call({ items }, version + 7)).rejects.toMatchObject(refusal("EDIT_CONFLICT"));
    const unknown = "0198c000-0000-7000-8000-000000000000";
    await expect(call({ items: [{ itemId: unknown, quantity: 1 }] })).rejects.toMatchObject(
      refusal("VALIDATION_FAILED"),
    );
    await expect(call({ items: [{ variantId: unknown, quantity: 1 }] })).rejects.toMatchObject(
      refusal("UNAVAILABLE_ITEM"),
    );
    await expect(
      call({ items: [{ variantId: shop.variantIds[1], quantity: 500 }] }),
    ).rejects.toMatchObject({
      ...refusal("OUT_OF_STOCK"),
      details: { items: [{ requested: 500, available: 99 }] },
    });
    await expect(call({ items, expiresAt: "2020-01-01T00:00:00Z" })).rejects.toMatchObject(
      refusal("VALIDATION_FAILED"),
    );
    expect(await orders.getOrder({ id: order.id })).toMatchObject({ version, openChange: null });
  });

  test("if the order would have more than 100 lines", async ({ world }) => {
    const shop = await refundShop(world);
    const order = await paidOrder(world, shop);
    const sizes = Array.from({ length: 99 }, (_, i) => `Size ${i}`);
    const { variantIds } = await seedProduct(world, shop.storeId, { sizes });
    await expect(
      shop.staff.orders.updateOrderItems({
        id: order.id,
        preview: true,
        body: { items: variantIds.map((variantId) => ({ variantId, quantity: 1 })) },
      }),
    ).rejects.toMatchObject(refusal("LIMIT_REACHED"));
  });

  test("if its key was used for another change; a repeated change is made once", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const order = await paidOrder(world, shop);
    const { orders } = shop.staff;
    const make = (quantity: number) =>
      orders.updateOrderItems(
        { id: order.id, body: { items: [{ itemId: itemId(order, 0), quantity }] } },
        { idempotencyKey: "change-0000000001" },
      );
    const first = await make(2);
    expect(await make(2)).toEqual(first);
    await expect(make(1)).rejects.toMatchObject(refusal("IDEMPOTENCY_KEY_REUSED"));
    expect(await imbalances(world)).toEqual([]);
  });
});

test("if the buyer opens two more payments while theirs are canceled, the change is made", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { id, items, buyer } = await placeOrder(world, shop);
  await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
  const real = world.services.gateways;
  const gateway = real.find("OTHER", "LIVE");
  if (gateway === null) throw new Error("no gateway");
  const { cancel, canceled } = reopening(world, 2);
  world.services.gateways = { ...real, find: () => ({ ...gateway, cancel }) };
  const body = { items: [{ itemId: items[0]?.id ?? "", quantity: 1 }] };
  expect(await shop.staff.orders.updateOrderItems({ id, body })).toMatchObject({
    status: "APPLIED",
  });
  expect(canceled).toHaveLength(3);
});

test("while an open payment of the buyer can't be canceled", async ({ world }) => {
  const shop = await refundShop(world);
  const { orders } = shop.staff;
  const { id, items, buyer } = await placeOrder(world, shop);
  await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
  const { version } = await orders.getOrder({ id });
  const real = world.services.gateways;
  const gateway = real.find("OTHER", "LIVE");
  if (gateway === null) throw new Error("no gateway");
  world.services.gateways = { ...real, find: () => ({ ...gateway, cancel: away }) };
  const body = { items: [{ itemId: items[0]?.id ?? "", quantity: 1 }] };
  await expect(orders.updateOrderItems({ id, body })).rejects.toMatchObject(
    refusal("PROVIDER_ERROR"),
  );
  await world.admin.query(
    `insert into shop.tax_rates (store_id, id, name, country, basis_points)
     values ($1, gen_random_uuid(), 'VAT', 'IT', 2200)`,
    [shop.storeId],
  );
  const shippingAddress = {
    name: "Ada",
    address: "Via Roma 1",
    city: "Roma",
    country: "IT" as const,
  };
  await expect(
    orders.updateOrderAddresses({
      id,
      body: { shippingAddress: { ...shippingAddress, postalCode: "00184" } },
    }),
  ).rejects.toMatchObject(refusal("PROVIDER_ERROR"));
  world.services.gateways = real;
  expect(await orders.getOrder({ id })).toMatchObject({ version, shippingAddress: null });
  expect(await orders.updateOrderItems({ id, body })).toMatchObject({ status: "APPLIED" });
  expect(await imbalances(world)).toEqual([]);
});

describe("an open change that is not paid in time", () => {
  test("is withdrawn by the sweep, and the timeline shows it", async ({ world }) => {
    const shop = await refundShop(world);
    const order = await paidOrder(world, shop);
    const { orders } = shop.staff;
    const body = { items: [{ variantId: shop.variantIds[1], quantity: 2 }] };
    await orders.updateOrderItems({ id: order.id, body });
    await order.buyer.payments.createPaymentIntent({ id: order.id, body: { provider: "other" } });
    expect(await expireChanges(world.services)).toBe(0);
    await passTime(world, order.id);
    await expect(
      order.buyer.payments.createPaymentIntent({ id: order.id, body: { provider: "other" } }),
    ).rejects.toMatchObject(refusal("ORDER_EXPIRED"));
    expect(await expireChanges(world.services)).toBe(1);
    expect(await expireChanges(world.services)).toBe(0);
    expect(await orders.getOrder({ id: order.id })).toMatchObject({
      status: "PAID",
      total: order.total,
      openChange: null,
    });
    const { items: events } = await orders.listOrderEvents({ id: order.id });
    expect(events.find(({ kind }) => kind === "change-expired")).toMatchObject({
      by: { kind: "system" },
      data: { dueMinor: 2000 },
    });
    expect(await imbalances(world)).toEqual([]);
  });

  test("but has a payment in progress waits for the provider's response", async ({ world }) => {
    const shop = await refundShop(world);
    const order = await paidOrder(world, shop);
    const { orders } = shop.staff;
    const body = { items: [{ variantId: shop.variantIds[1], quantity: 2 }] };
    await orders.updateOrderItems({ id: order.id, body });
    await passTime(world, order.id);
    await Promise.allSettled([payAll(order), expireChanges(world.services)]);
    await reconcile(world);
    await expireChanges(world.services);
    const { openChange, paid, total } = await orders.getOrder({ id: order.id });
    expect(openChange).toBeNull();
    expect(paid).toBe(total);
    expect(await imbalances(world)).toEqual([]);
  });

  test("ends with the hold of a test order", async ({ world }) => {
    const shop = await refundShop(world, { environment: "TEST" });
    const order = await paidOrder(world, shop);
    const { orders } = shop.staff;
    const body = { items: [{ variantId: shop.variantIds[1], quantity: 2 }] };
    await orders.updateOrderItems({ id: order.id, body });
    expect(await imbalances(world)).toEqual([]);
    await world.admin.query(
      "update shop.orders set test_held_until = now() - interval '1 second' where id = $1",
      [order.id],
    );
    expect(await endTestHolds(world.services)).toBe(1);
    expect(await orders.getOrder({ id: order.id })).toMatchObject({ openChange: null });
    expect(await imbalances(world)).toEqual([]);
    // The order no longer holds units, and changes to it don't hold any either.
    await orders.updateOrderItems({ id: order.id, body });
    await payAll(order);
    expect(await orders.getOrder({ id: order.id })).toMatchObject({ total: 130.02 });
    await orders.updateOrderItems({
      id: order.id,
      body: { items: [{ itemId: itemId(order, 0), quantity: 1 }] },
    });
    expect(await imbalances(world)).toEqual([]);
  });
});

async function passTime(world: World, orderId: string): Promise<void> {
  await world.admin.query(
    "update shop.orders set change_expires_at = now() - interval '1 second' where id = $1",
    [orderId],
  );
}
