import { contractErrors } from "@vetrina/payment-standins/contracts/provider-contracts.fixture";
import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test } from "#tests/world.ts";
import { member } from "../../roles/roles.fixture.ts";
import { windowOver } from "../payments.fixture.ts";
import { california, expressShop, inCalifornia, inTexas, texas } from "./express.fixture.ts";

const patches = (all: { method: string; body: string }[]) =>
  all.filter(({ method }) => method === "PATCH").map(({ body }) => JSON.parse(body) as unknown);

test("the wallet's address determines shipping and tax, and the amount shown there is charged", async ({
  world,
}) => {
  await using shop = await expressShop(world);
  const order = await shop.place();
  const intent = await order.intent();
  expect(intent.amount).toBe(order.total);
  const priced = await order.updateExpressShipping(intent.id, inCalifornia);
  expect(priced.tax).toBeGreaterThan(0);
  expect(priced.total).toBeGreaterThan(order.total);
  expect(priced.methods.map(({ id }) => id)).toContain(priced.method);
  await shop.standin.control.approveOrder(intent.id, {
    address: california,
    name: "Ada Rossi",
    email: "ADA@example.com",
  });
  await expect(order.pay(intent.id)).resolves.toMatchObject({ status: "COMPLETED" });
  expect(shop.captured()).toEqual([Math.round(priced.total * 100)]);
  expect(await order.buyer.orders.getOrderWithItems({ id: order.id })).toMatchObject({
    status: "PAID",
    total: priced.total,
    tax: priced.tax,
    customer: { email: "ada@example.com" },
    shippingAddress: {
      name: "Ada Rossi",
      address: "500 Terry Francois Blvd",
      city: "San Francisco",
      region: "CA",
      postalCode: "94158",
      country: "US",
    },
  });
  const { rows } = await world.admin.query<{ email: string }>(
    "select c.email from shop.orders o join shop.customers c on c.store_id = o.store_id and c.id = o.customer_id",
  );
  expect(rows).toEqual([{ email: "ada@example.com" }]);
  expect(await imbalances(world)).toEqual([]);
});

test("requests to PayPal match its published schemas and contain shipping methods and the parts of the total", async ({
  world,
}) => {
  await using shop = await expressShop(world);
  const order = await shop.place();
  const intent = await order.intent();
  const priced = await order.updateExpressShipping(intent.id, inCalifornia);
  const other = priced.methods.find(({ id }) => id !== priced.method);
  const requests = await shop.standin.control.requests();
  const opened = requests.find(({ method, path }) => method === "POST" && path.endsWith("orders"));
  const body = JSON.parse(opened?.body ?? "{}") as Record<string, unknown>;
  expect(body).toMatchObject({ application_context: { shipping_preference: "GET_FROM_FILE" } });
  const [patch] = patches(requests);
  expect(patch).toMatchObject([
    { op: "replace", value: { breakdown: { item_total: { value: "50.00" } } } },
    { op: "add", value: priced.methods.map(({ id }) => ({ id, selected: id === priced.method })) },
  ]);
  const file = "paypal/checkout_orders_v2.json";
  const errors = [
    contractErrors(file, "/components/schemas/order_request", body),
    contractErrors(file, "/components/schemas/patch_request", patch),
  ];
  // contractErrors() returns null if the schemas are not available.
  expect(errors.flatMap((each) => each ?? [])).toEqual([]);
  const chosen = await order.updateExpressShipping(intent.id, inCalifornia, other?.id);
  expect(chosen).toMatchObject({ method: other?.id, shipping: 25 });
});

test("if the address's total differs from the approved one, nothing is charged and the order can be paid again", async ({
  world,
}) => {
  await using shop = await expressShop(world);
  const order = await shop.place();
  const intent = await order.intent();
  await order.updateExpressShipping(intent.id, inTexas);
  await shop.standin.control.approveOrder(intent.id, { address: california });
  await expect(order.pay(intent.id)).rejects.toMatchObject({ code: "TOTAL_CHANGED" });
  expect(shop.captured()).toEqual([]);
  const again = await order.intent();
  expect(again.id).not.toBe(intent.id);
  expect(again.amount).toBeGreaterThan(intent.amount);
  await shop.standin.control.approveOrder(again.id, { address: california });
  await expect(order.pay(again.id)).resolves.toMatchObject({ status: "COMPLETED" });
  expect(shop.captured()).toEqual([Math.round(again.amount * 100)]);
  expect(await imbalances(world)).toEqual([]);
});

test("if the response to a new total is lost, it is not charged before the buyer has seen it", async ({
  world,
}) => {
  await using shop = await expressShop(world);
  const order = await shop.place();
  const intent = await order.intent();
  await shop.standin.control.faults.add({ on: "PATCH /v2/checkout/orders/*", kind: "close" });
  await expect(order.updateExpressShipping(intent.id, inCalifornia)).rejects.toMatchObject({
    code: "PROVIDER_ERROR",
  });
  await shop.standin.control.approveOrder(intent.id, { address: california });
  // The provider may still be changing the amount.
  await expect(order.pay(intent.id)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  await world.admin.query("update shop.payments set changing_until = now() - interval '1 second'");
  await expect(order.pay(intent.id)).rejects.toMatchObject({ code: "TOTAL_CHANGED" });
  expect(shop.captured()).toEqual([]);
});

test("a wallet without a usable address is not charged", async ({ world }) => {
  await using shop = await expressShop(world);
  const order = await shop.place();
  const intent = await order.intent();
  await expect(
    order.updateExpressShipping(intent.id, { country: "US", region: "XX" }),
  ).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
  });
  await shop.standin.control.approveOrder(intent.id, {
    address: { ...texas, admin_area_2: undefined },
  });
  await expect(order.pay(intent.id)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  expect(shop.captured()).toEqual([]);
});

test("an unknown shipping method, a paid order and an expired order get no new price", async ({
  world,
}) => {
  await using shop = await expressShop(world);
  const order = await shop.place();
  const intent = await order.intent();
  const other = "0198c5a0-0000-7000-8000-000000000001";
  await expect(order.updateExpressShipping(intent.id, inTexas, other)).rejects.toMatchObject({
    code: "SHIPPING_UNAVAILABLE",
  });
  await order.updateExpressShipping(intent.id, inTexas);
  await shop.standin.control.approveOrder(intent.id, { address: texas });
  await order.pay(intent.id);
  await expect(order.updateExpressShipping(intent.id, inCalifornia)).rejects.toMatchObject({
    code: "ORDER_ALREADY_PAID",
  });
  const late = await shop.place();
  const begun = await late.intent();
  await windowOver(world);
  await expect(late.updateExpressShipping(begun.id, inTexas)).rejects.toMatchObject({
    code: "ORDER_EXPIRED",
  });
});

test("an express payment is captured only once its wallet reports the approval", async ({
  world,
}) => {
  await using shop = await expressShop(world);
  const order = await shop.place();
  const intent = await order.intent();
  await expect(order.pay(intent.id)).resolves.toMatchObject({
    status: "FAILED",
    retryable: true,
    details: [{ issue: "ORDER_NOT_APPROVED" }],
  });
  const calls = (await shop.standin.control.requests()).map(({ path }) => path);
  expect(calls.filter((path) => path.endsWith("/capture"))).toEqual([]);
});

test("a declined express payment can be approved again in the same window", async ({ world }) => {
  await using shop = await expressShop(world);
  const order = await shop.place();
  const intent = await order.intent();
  const approve = (declines: boolean) =>
    shop.standin.control.approveOrder(intent.id, { address: texas, declines });
  await approve(true);
  await expect(order.pay(intent.id)).resolves.toMatchObject({ reason: "declined" });
  await approve(false);
  const results = await Promise.all(Array.from({ length: 4 }, () => order.pay(intent.id)));
  expect(results.some(({ status }) => status === "COMPLETED")).toBe(true);
  expect(shop.captured()).toEqual([Math.round(order.total * 100)]);
});

test("an order without an address can be paid only with a provider whose wallet provides one", async ({
  world,
}) => {
  await using shop = await expressShop(world);
  const order = await shop.place();
  const body = { provider: "other" };
  await expect(
    order.buyer.payments.createPaymentIntent({ id: order.id, body }),
  ).rejects.toMatchObject({ code: "PAYMENT_FAILED" });
  // An incomplete address is rejected too.
  const client = world.client();
  const address = { name: "Ada", address: "1 Main St", city: "San Francisco", country: "US" };
  await expect(
    client.orders.createOrder({
      storeId: shop.storeId,
      body: { items: shop.items, express: {}, shippingAddress: address, email: "a@example.com" },
    }),
  ).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  const { clientToken } = await client.payments.createClientToken({
    storeId: shop.storeId,
    body: { provider: "paypal" },
  });
  expect(clientToken).not.toBe("");
  await expect(
    client.payments.createClientToken({ storeId: shop.storeId, body: { provider: "stripe" } }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("an order priced for another address can be paid only from a wallet with that address", async ({
  world,
}) => {
  await using shop = await expressShop(world);
  const inCity = { name: "Ada", address: "1 Market St", city: "San Francisco", ...inCalifornia };
  const order = await shop.place({ email: "ada@example.com", shippingAddress: inCity });
  const byTest = () =>
    order.buyer.payments.createPaymentIntent({ id: order.id, body: { provider: "other" } });
  const refusal = { code: "PAYMENT_FAILED", details: [{ issue: "ADDRESS_MISSING" }] };

  let intent = await order.intent();
  const cheap = await order.updateExpressShipping(intent.id, inTexas);
  expect(cheap.total).toBeLessThan(order.total);
  await expect(byTest()).rejects.toMatchObject(refusal);

  // The wallet provides the address; requesting a price for another destination clears it again.
  await shop.standin.control.approveOrder(intent.id, { address: california });
  await expect(order.pay(intent.id)).rejects.toMatchObject({ code: "TOTAL_CHANGED" });
  intent = await order.intent();
  await order.updateExpressShipping(intent.id, inTexas);
  await expect(byTest()).rejects.toMatchObject(refusal);

  await order.updateExpressShipping(intent.id, inCalifornia);
  await shop.standin.control.approveOrder(intent.id, { address: california });
  await expect(order.pay(intent.id)).resolves.toMatchObject({ status: "COMPLETED" });
  expect(shop.captured()).toEqual([Math.round(order.total * 100)]);
  expect(await imbalances(world)).toEqual([]);
});

test("a free-shipping discount is kept even if the subtotal made shipping free as well", async ({
  world,
}) => {
  await using shop = await expressShop(world);
  await world.admin.query(
    `insert into shop.discounts (store_id, id, code, type, value)
     values ($1, gen_random_uuid(), 'SHIP', 'FREE_SHIPPING', 0)`,
    [shop.storeId],
  );
  await world.admin.query(
    "update shop.shipping_rates set free_above_minor = 10000 where store_id = $1 and name <> 'Courier'",
    [shop.storeId],
  );
  const order = await shop.place({ quantity: 3, discountCode: "SHIP" });
  const intent = await order.intent();
  const { methods, shipping } = await order.updateExpressShipping(intent.id, inTexas);
  expect(shipping).toBe(0);
  expect(methods.map((method) => method.price)).toEqual([0, 0]);
  const courier = methods.find(({ name }) => name === "Courier");
  expect(await order.updateExpressShipping(intent.id, inTexas, courier?.id)).toMatchObject({
    shipping: 0,
  });
});

test("if the provider rejects a new total, the next payment is a new one with that total", async ({
  world,
}) => {
  await using shop = await expressShop(world);
  const order = await shop.place();
  const first = await order.intent();
  // PayPal doesn't change orders that were approved.
  await shop.standin.control.approveOrder(first.id, { address: california });
  await expect(order.updateExpressShipping(first.id, inCalifornia)).rejects.toMatchObject({
    code: "PROVIDER_ERROR",
  });
  await expect(order.pay(first.id)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  const second = await order.intent();
  expect(second.id).not.toBe(first.id);
  await shop.standin.control.approveOrder(second.id, { address: california });
  await expect(order.pay(second.id)).resolves.toMatchObject({ status: "COMPLETED" });
  expect(shop.captured()).toEqual([Math.round(second.amount * 100)]);
});

test("an express order that staff recorded as partly paid can't be paid without email and address", async ({
  world,
}) => {
  await using shop = await expressShop(world);
  const order = await shop.place();
  const staff = await member(world, shop.storeId, ["MANAGE_ORDERS"]);
  await staff.transactions.createTransaction({
    body: { orderId: order.id, method: "CASH", amount: 10 },
  });
  for (const provider of ["other", "paypal"])
    await expect(
      order.buyer.payments.createPaymentIntent({ id: order.id, body: { provider } }),
    ).rejects.toMatchObject({ details: [{ issue: "ADDRESS_MISSING" }] });
});
