// @module-tag slow

import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { runJobs } from "#tests/run-jobs.ts";
import { test, type World } from "#tests/world.ts";
import { openAccount } from "../../customers/customers.fixture.ts";
import { expireOrders } from "../../orders/jobs.ts";
import { settle } from "../../refunds/refunds.fixture.ts";
import { member } from "../../roles/roles.fixture.ts";
import { applyPaymentFact } from "../apply-payment-fact.ts";
import { fact, windowOver } from "../payments.fixture.ts";
import { atHome, california, expressShop, inCalifornia } from "./express.fixture.ts";
import { orderKey } from "../../../platform/http/callers/order-cookie.ts";

/**
 * Captures as PayPal's script does if a page calls actions.order.capture(), and applies the report. Returns the
 * payment's id.
 */
async function captureByPage(
  world: World,
  { storeId, standin }: Awaited<ReturnType<typeof expressShop>>,
  intentId: string,
): Promise<string> {
  const path = `/_browser/orders/${intentId}/capture`;
  expect((await fetch(standin.origin + path, { method: "POST" })).status).toBe(201);
  const { rows } = await world.admin.query<{ id: string; amount_minor: string }>(
    "select id, amount_minor from shop.payments where provider_id = $1",
    [intentId],
  );
  const [payment] = rows;
  const ctx = await world.system(storeId);
  const taken = fact("completed", Number(payment?.amount_minor));
  // Providers can deliver a webhook event more than once.
  for (let times = 0; times < 2; times += 1)
    await ctx.tx((tx) => applyPaymentFact(tx, ctx, payment?.id ?? "", taken));
  return payment?.id ?? "";
}

test.for(["in time", "after its end"] as const)(
  "a payment that the buyer's page captured %s, before we read its address, is refunded",
  async (when, { world }) => {
    await using shop = await expressShop(world);
    const order = await shop.place();
    const intent = await order.intent();
    if (when === "after its end") await windowOver(world);
    expect(await expireOrders(world.services)).toBe(when === "after its end" ? 1 : 0);
    await shop.standin.control.approveOrder(intent.id, { address: california });
    const paymentId = await captureByPage(world, shop, intent.id);
    // Adds another open attempt of the buyer, which must not prevent the release and the refund.
    await world.admin.query(
      `insert into shop.payments (store_id, id, order_id, provider, environment, provider_id, amount_minor, currency, state, created_at)
       select store_id, gen_random_uuid(), order_id, provider, environment, 'UNKNOWN', amount_minor, currency, 'created', now()
       from shop.payments where id = $1`,
      [paymentId],
    );
    await runJobs(world.services);
    await settle(world);
    const owner = await member(world, shop.storeId, "ADMIN");
    const seen = await owner.orders.getOrder({ id: order.id });
    expect(seen).toMatchObject({ refunded: order.total, paid: order.total });
    expect(seen.canceledAt).not.toBeNull();
    expect(seen.status).not.toBe("PAID");
    await expect(
      order.buyer.orders.changeShippingAddress({ id: order.id, body: atHome }),
    ).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    expect(await imbalances(world)).toEqual([]);
  },
);

test("an express order can be fully paid manually only once its address is known, at the price for this address", async ({
  world,
}) => {
  await using shop = await expressShop(world);
  const order = await shop.place({ email: "ada@example.com" });
  const { id } = order;
  const { total } = await order.updateExpressShipping((await order.intent()).id, inCalifornia);
  const { transactions, orders } = await member(world, shop.storeId, ["MANAGE_ORDERS"]);
  const cash = (amount: number) =>
    transactions.createTransaction({ body: { orderId: id, method: "CASH", amount } });
  await expect(cash(total)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  await cash(10);
  const body = { shippingAddress: atHome };
  expect(await orders.updateOrderAddresses({ id, body })).toMatchObject({ total: order.total });
  await cash(order.total - 10);
  expect(await orders.getOrder({ id })).toMatchObject({ status: "PAID" });
});

test("an express order that was paid without an address can't get an address with another price for free", async ({
  world,
}) => {
  await using shop = await expressShop(world);
  const order = await shop.place({ email: "ada@example.com", shippingAddress: atHome });
  const { id } = order;
  const staff = await member(world, shop.storeId, ["MANAGE_ORDERS"]);
  await staff.transactions.createTransaction({ body: { orderId: id, method: "CASH" } });
  // An earlier version of the server accepted payments for express orders without an address.
  await world.admin.query(
    "update shop.orders set shipping_address = null, shipping_rate_id = null, shipping_minor = 0, total_minor = 5000, paid_minor = 5000 where id = $1",
    [id],
  );
  const { orders } = world.client({ orderKey: orderKey(world.services, id, 2).key });
  await expect(orders.changeShippingAddress({ id, body: atHome })).rejects.toMatchObject({
    code: "INVALID_TRANSITION",
    details: { reason: "OTHER_TERMS" },
  });
  const moved = await staff.orders.updateOrderAddresses({
    id,
    body: { shippingAddress: atHome },
  });
  expect(moved.openChange).not.toBeNull();
});

test.for(["in time", "after its end"] as const)(
  "an express order with an address is paid %s although an erasure has removed another person's email from it",
  async (when, { world }) => {
    await using shop = await expressShop(world);
    const { storeId, items } = shop;
    const [buyer, person] = [await openAccount(world), await openAccount(world)];
    const customer = await person.client.customers.getMyCustomer({ storeId });
    const { orders, payments } = buyer.client;
    const express = { country: "US" };
    const { id } = await orders.createOrder({
      storeId,
      body: { items, express, email: person.email, shippingAddress: atHome },
    });
    await payments.createPaymentIntent({ id, body: { provider: "paypal" } });
    await person.client.customers.eraseCustomer({ id: customer.id });
    if (when === "after its end") await windowOver(world);
    expect(await expireOrders(world.services)).toBe(when === "after its end" ? 1 : 0);
    const { rows } = await world.admin.query<{ id: string; amount_minor: string }>(
      "select id, amount_minor from shop.payments",
    );
    const ctx = await world.system(storeId);
    const taken = fact("completed", Number(rows[0]?.amount_minor));
    await ctx.tx((tx) => applyPaymentFact(tx, ctx, rows[0]?.id ?? "", taken));
    await runJobs(world.services);
    expect(await orders.getOrderWithItems({ id })).toMatchObject({
      status: "PAID",
      customer: { email: null },
      shippingAddress: atHome,
    });
    const owner = await member(world, storeId, "ADMIN");
    expect(await owner.orders.getOrder({ id })).toMatchObject({ refunded: 0, canceledAt: null });
    expect(await imbalances(world)).toEqual([]);
  },
);

test("an express order with an address and no email, which the page captured, gets the wallet's email", async ({
  world,
}) => {
  await using shop = await expressShop(world);
  const { id, total, intent, buyer } = await shop.place({ shippingAddress: atHome });
  const { id: intentId } = await intent();
  const email = "Wallet@example.com";
  await shop.standin.control.approveOrder(intentId, { address: california, email });
  await captureByPage(world, shop, intentId);
  await runJobs(world.services);
  expect(await buyer.orders.getOrderWithItems({ id })).toMatchObject({
    status: "PAID",
    total,
    customer: { email: "wallet@example.com" },
    shippingAddress: atHome,
  });
  const { orders, customers } = await member(world, shop.storeId, "ADMIN");
  expect(await orders.getOrder({ id })).toMatchObject({
    paid: total,
    refunded: 0,
    canceledAt: null,
  });
  const { items } = await customers.listCustomers({ storeId: shop.storeId });
  expect(items).toMatchObject([{ email: "wallet@example.com" }]);
  expect((await world.sendMails()).map(({ to }) => to)).toContain("wallet@example.com");
  expect(await imbalances(world)).toEqual([]);
});

test.for(["in time", "after its end"] as const)(
  "an express order with an address, whose wallet has no email either, is refunded if the page captured it %s",
  async (when, { world }) => {
    await using shop = await expressShop(world);
    const { id, total, intent } = await shop.place({ shippingAddress: atHome });
    const { id: intentId } = await intent();
    if (when === "after its end") await windowOver(world);
    expect(await expireOrders(world.services)).toBe(when === "after its end" ? 1 : 0);
    await shop.standin.control.approveOrder(intentId, { address: california, email: "none" });
    await captureByPage(world, shop, intentId);
    await runJobs(world.services);
    await settle(world);
    const { orders } = await member(world, shop.storeId, "ADMIN");
    const seen = await orders.getOrder({ id });
    expect(seen).toMatchObject({ paid: total, refunded: total });
    expect(seen.canceledAt).not.toBeNull();
    expect(await imbalances(world)).toEqual([]);
  },
);

test("an express order that the page captured is completed if staff enter its email first", async ({
  world,
}) => {
  await using shop = await expressShop(world);
  const { id, total, intent } = await shop.place({ shippingAddress: atHome });
  const { id: intentId } = await intent();
  await shop.standin.control.approveOrder(intentId, { address: california, email: "none" });
  await captureByPage(world, shop, intentId);
  const { orders } = await member(world, shop.storeId, ["MANAGE_ORDERS"]);
  await orders.updateOrder({ id, body: { email: "ada@example.com" } });
  await runJobs(world.services);
  expect(await orders.getOrder({ id })).toMatchObject({ status: "PAID", paid: total, refunded: 0 });
  expect(await imbalances(world)).toEqual([]);
});
