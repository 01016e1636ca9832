// @module-tag slow

import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { runJobs } from "#tests/run-jobs.ts";
import { test, type World } from "#tests/world.ts";
import { GatewayUnknown } from "../../gateways/provider.ts";
import { expireOrders } from "../orders/jobs.ts";
import { type Driver, drivers, shopWith } from "../payments/with-providers.fixture.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { placeOrder, refundShop } from "../refunds/refunds.fixture.ts";
import { openShop } from "../shipments/shipments.fixture.ts";
import { openAccount, openShopFor } from "./customers.fixture.ts";

const email = "ada@example.com";

async function personal(world: World) {
  const { rows } = await world.admin.query(
    "select from shop.orders where email is not null or shipping_address is not null or note is not null",
  );
  return rows.length;
}

test("staff can erase a guest despite unpaid, started, test and free orders that others placed with the email", async ({
  world,
}) => {
  const { storeId, order, pay } = await openShopFor(world);
  const staff = await staffClient(world, storeId, "STAFF");
  const { id } = await staff.customers.createCustomer({ storeId, body: { email } });
  const anonymous = world.client();
  await pay(await order(anonymous, { email }));
  await order(anonymous, { email, note: "Ring twice" });
  const begun = await order(anonymous, { email });
  await world
    .client({ orderKey: begun.orderKey })
    .payments.createPaymentIntent({ id: begun.id, body: { provider: "other" } });
  await staff.customers.eraseCustomer({ id });
  expect(await personal(world)).toBe(0);
  expect(await imbalances(world)).toEqual([]);
});

test("staff can erase a guest despite a free LIVE order that someone placed with the email", async ({
  world,
}) => {
  const { storeId, order } = await openShopFor(world);
  const staff = await staffClient(world, storeId, "STAFF");
  await world.admin.query("update shop.variants set price_minor = 0");
  await world.admin.query("update shop.shipping_rates set price_minor = 0");
  const owner = await staffClient(world, storeId, "ADMIN");
  await owner.stores.updateStore({ id: storeId, body: { environment: "LIVE" } });
  expect(await order(world.client(), { email })).toMatchObject({ status: "PAID", total: 0 });
  const { items } = await staff.customers.listCustomers({ storeId });
  await staff.customers.eraseCustomer({ id: items[0]?.id ?? "" });
  expect(await personal(world)).toBe(0);
});

test("the account's own test order does not block erasure, but its unpaid order does", async ({
  world,
}) => {
  const { storeId, order, pay } = await openShopFor(world);
  const staff = await staffClient(world, storeId, "STAFF");
  const { client } = await openAccount(world, { email });
  const { id } = await client.customers.getMyCustomer({ storeId });
  await pay(await order(client));
  const unpaid = await order(client);
  await expect(staff.customers.eraseCustomer({ id })).rejects.toMatchObject({
    code: "OPEN_ORDERS",
    details: { orders: [unpaid.orderNumber] },
  });
  await client.orders.cancelOrder({ id: unpaid.id });
  await staff.customers.eraseCustomer({ id });
  expect(await personal(world)).toBe(0);
});

test("a paid order blocks erasure until all units are shipped, except refunded ones", async ({
  world,
}) => {
  const shop = await openShop(world, { sizes: ["S", "M"] });
  const order = await shop.buy(2, 1);
  const { items } = await shop.owner.customers.listCustomers({ storeId: shop.storeId });
  const erase = () => shop.owner.customers.eraseCustomer({ id: items[0]?.id ?? "" });
  const open = { code: "OPEN_ORDERS", details: { orders: [order.orderNumber] } };
  await expect(erase()).rejects.toMatchObject(open);
  const packed = await order.ship({
    status: "PENDING",
    items: [{ orderItemId: order.items[0]?.id ?? "", quantity: 2 }],
    notify: false,
  });
  await order.refund(order.items[1]?.id ?? "", 1);
  // Nothing is left to pack, but the packed parcel still needs its address.
  expect((await order.now()).fulfillmentState).toBe("FULFILLED");
  await expect(erase()).rejects.toMatchObject(open);
  await order.change(packed.id, { status: "SHIPPED", notify: false });
  await erase();
  expect(await personal(world)).toBe(0);
  expect(await imbalances(world)).toEqual([]);
});

test("an order whose units were all refunded, without the shipping, doesn't block erasure", async ({
  world,
}) => {
  const shop = await openShop(world);
  const order = await shop.buy(1);
  await order.refund(order.items[0]?.id ?? "", 1, "main");
  expect((await order.now()).status).toBe("PAID");
  const { items } = await shop.owner.customers.listCustomers({ storeId: shop.storeId });
  await shop.owner.customers.eraseCustomer({ id: items[0]?.id ?? "" });
  expect(await personal(world)).toBe(0);
});

const orderRow = async ({ admin }: World) => {
  const { rows } = await admin.query(
    "select email, shipping_address, cancelled_at is not null as ended, paid_minor::int, refunded_minor::int from shop.orders",
  );
  return rows[0];
};
const cancel = () => Promise.reject(new GatewayUnknown("no answer"));

describe("a payment that the store can't cancel, of an order that someone placed with a person's email", () => {
  const mollie = drivers.find(({ provider }) => provider === "mollie") as Driver;
  /** Erases an account whose email is in an order that is being paid at Mollie. */
  async function erased(world: World) {
    const shop = await shopWith(world, mollie);
    const { client } = await openAccount(world, { email });
    const { id } = await client.customers.getMyCustomer({ storeId: shop.storeId });
    const order = await shop.place();
    const { id: paymentId } = await order.intent();
    await client.customers.eraseCustomer({ id });
    expect(await orderRow(world)).toMatchObject({ email: null, ended: false });
    await expireOrders(world.services);
    expect(await orderRow(world)).toMatchObject({ ended: false });
    await expect(order.intent()).rejects.toMatchObject({ code: "NOT_FOUND" });
    await world.admin.query("update shop.payments set cancel_after = null");
    return { shop, paymentId };
  }

  test("doesn't block the person's erasure, and the order is canceled once the payment has ended", async ({
    world,
  }) => {
    const { shop, paymentId } = await erased(world);
    await using _ = shop;
    await mollie.end?.(shop.standin, paymentId);
    await expireOrders(world.services);
    expect(await orderRow(world)).toMatchObject({ ended: true, paid_minor: 0 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("is refunded if it takes money after the erasure", async ({ world }) => {
    const { shop, paymentId } = await erased(world);
    await using _ = shop;
    await shop.approve(paymentId);
    await expireOrders(world.services);
    await runJobs(world.services);
    await shop.makeRefunds();
    expect(await orderRow(world)).toEqual({
      email: null,
      shipping_address: null,
      ended: true,
      paid_minor: 7667,
      refunded_minor: 7667,
    });
    expect(await imbalances(world)).toEqual([]);
  });

  test("doesn't block the person's erasure, even if it could take real money", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { client } = await openAccount(world, { email });
    const { id } = await client.customers.getMyCustomer({ storeId: shop.storeId });
    const { id: orderId, buyer } = await placeOrder(world, shop);
    await buyer.payments.createPaymentIntent({ id: orderId, body: { provider: "other" } });
    const { gateways } = world.services;
    const find: typeof gateways.find = (...account) => {
      const gateway = gateways.find(...account);
      return gateway === null ? null : { ...gateway, cancel };
    };
    world.services.gateways = { ...gateways, find };
    await client.customers.eraseCustomer({ id });
    expect(await orderRow(world)).toMatchObject({ email: null, ended: false });
    const { rows } = await world.admin.query("select state, environment from shop.payments");
    expect(rows).toEqual([{ state: "created", environment: "LIVE" }]);
    world.services.gateways = gateways;
    await expireOrders(world.services);
    expect(await orderRow(world)).toMatchObject({ ended: true, paid_minor: 0 });
  });
});

test("an unpaid order of a guest whose email staff changed to an account's is canceled with the account's erasure", async ({
  world,
}) => {
  const { storeId, order } = await openShopFor(world);
  const staff = await staffClient(world, storeId, "STAFF");
  const { client } = await openAccount(world, { email });
  const { id } = await client.customers.getMyCustomer({ storeId });
  await order(world.client(), { email: "old@example.com" });
  await world.admin.query("update shop.customers set email = $1 where user_id is null", [email]);
  await staff.customers.eraseCustomer({ id });
  expect(await personal(world)).toBe(0);
});
