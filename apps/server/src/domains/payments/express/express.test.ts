import { start } from "@vetrina/payment-standins/start";
import type { Address } from "@vetrina/contract/common";
import { contractErrors } from "@vetrina/payment-standins/contracts/provider-contracts.fixture";
import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { runJobs } from "#tests/run-jobs.ts";
import { test, type World } from "#tests/world.ts";
import { createGateways } from "../../../gateways/create-gateways.ts";
import { member } from "../../roles/roles.fixture.ts";
import { expireOrders } from "../../orders/jobs.ts";
import { settle } from "../../refunds/refunds.fixture.ts";
import { fact, windowOver } from "../payments.fixture.ts";
import { applyPaymentFact } from "../apply-payment-fact.ts";

const california = {
  address_line_1: "500 Terry Francois Blvd",
  admin_area_2: "San Francisco",
  admin_area_1: "CA",
  postal_code: "94158",
  country_code: "US",
};
const inCalifornia = { country: "US", region: "CA", postalCode: "94158" };
const inTexas = { country: "US", region: "TX", postalCode: "78701" };
const texas = {
  address_line_1: "1 Main St",
  admin_area_2: "Austin",
  admin_area_1: "TX",
  postal_code: "78701",
  country_code: "US",
};

const atHome = {
  name: "Ada Rossi",
  address: "1 Main St",
  city: "Austin",
  region: "TX",
  postalCode: "78701",
  country: "US",
};

type Placed = {
  quantity?: number;
  email?: string;
  shippingAddress?: Address;
  discountCode?: string;
};

/** A store that takes PayPal and taxes California with 10 percent, the other states with none. */
async function expressShop(world: World) {
  const standin = await start("paypal");
  const { database, now } = world.services;
  world.services.gateways = createGateways(database, now, { PAYPAL: standin.origin });
  const storeId = await seedStore(world, { taxBasisPoints: 0 });
  await world.admin.query(
    `insert into shop.tax_rates (store_id, id, name, country, region, basis_points)
     values ($1, gen_random_uuid(), 'Sales tax', 'US', 'CA', 1000)`,
    [storeId],
  );
  const { variantIds } = await seedProduct(world, storeId, { priceMinor: 5000, stock: 5 });
  const owner = await member(world, storeId, "ADMIN");
  const { items: regions } = await owner.shipping.listShippingRegions({ storeId });
  const { items: carriers } = await owner.shipping.listShippingProviders({ storeId });
  await owner.shipping.createShippingRate({
    body: {
      providerId: carriers[0]?.id ?? "",
      regionId: regions[0]?.id ?? "",
      name: "Courier",
      price: 25,
      transitDays: { min: 1, max: 2 },
    },
  });
  await owner.payments.createPaymentProvider({
    storeId,
    body: {
      provider: "paypal",
      environment: "sandbox",
      clientId: "shop-one",
      credentials: { clientSecret: "EL1t-secret" },
    },
  });
  const items = [{ variantId: variantIds[0] ?? "", quantity: 1 }];

  async function place({ quantity = 1, ...more }: Placed = {}) {
    const { id, orderKey, total } = await world.client().orders.createOrder({
      storeId,
      body: {
        items: items.map((item) => ({ ...item, quantity })),
        express: { country: "US" },
        ...more,
      },
    });
    const buyer = world.client({ orderKey });
    const provider = "paypal";
    return {
      id,
      total,
      buyer,
      intent: () => buyer.payments.createPaymentIntent({ id, body: { provider } }),
      ship: (paymentIntentId: string, destination: object, shippingRateId?: string) =>
        buyer.payments.updateExpressShipping({
          id,
          body: {
            provider,
            paymentIntentId,
            destination: destination as typeof inTexas,
            ...(shippingRateId === undefined ? {} : { shippingRateId }),
          },
        }),
      pay: (paymentIntentId: string) =>
        buyer.payments.processPayment({ id, body: { provider, paymentIntentId } }),
    };
  }
  return {
    storeId,
    items,
    standin,
    place,
    captured: () => standin.ledger().map(({ amountMinor }) => amountMinor),
    [Symbol.asyncDispose]: () => standin.stop(),
  };
}

const patches = (all: { method: string; body: string }[]) =>
  all.filter(({ method }) => method === "PATCH").map(({ body }) => JSON.parse(body) as unknown);

test("the wallet's address decides shipping and tax, and what it showed is charged", async ({
  world,
}) => {
  await using shop = await expressShop(world);
  const order = await shop.place();
  const intent = await order.intent();
  expect(intent.amount).toBe(order.total);
  const priced = await order.ship(intent.id, inCalifornia);
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

test("PayPal is sent what its published schemas say, with the methods and the parts of the total", async ({
  world,
}) => {
  await using shop = await expressShop(world);
  const order = await shop.place();
  const intent = await order.intent();
  const priced = await order.ship(intent.id, inCalifornia);
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
  // null: the schemas are not available.
  expect(errors.flatMap((each) => each ?? [])).toEqual([]);
  const chosen = await order.ship(intent.id, inCalifornia, other?.id);
  expect(chosen).toMatchObject({ method: other?.id, shipping: 25 });
});

test("an address with another total than was approved takes no money, and can be paid again", async ({
  world,
}) => {
  await using shop = await expressShop(world);
  const order = await shop.place();
  const intent = await order.intent();
  await order.ship(intent.id, inTexas);
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

test("a new total whose answer was lost is never charged unseen", async ({ world }) => {
  await using shop = await expressShop(world);
  const order = await shop.place();
  const intent = await order.intent();
  await shop.standin.control.faults.add({ on: "PATCH /v2/checkout/orders/*", kind: "close" });
  await expect(order.ship(intent.id, inCalifornia)).rejects.toMatchObject({
    code: "PROVIDER_ERROR",
  });
  await shop.standin.control.approveOrder(intent.id, { address: california });
  // The provider may still be changing it.
  await expect(order.pay(intent.id)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  await world.admin.query("update shop.payments set changing_until = now() - interval '1 second'");
  await expect(order.pay(intent.id)).rejects.toMatchObject({ code: "TOTAL_CHANGED" });
  expect(shop.captured()).toEqual([]);
});

test("a wallet without a usable address takes no money", async ({ world }) => {
  await using shop = await expressShop(world);
  const order = await shop.place();
  const intent = await order.intent();
  await expect(order.ship(intent.id, { country: "US", region: "XX" })).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
  });
  await shop.standin.control.approveOrder(intent.id, {
    address: { ...texas, admin_area_2: undefined },
  });
  await expect(order.pay(intent.id)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  expect(shop.captured()).toEqual([]);
});

test("what can't be bought any more, or not in this way, gets no new price", async ({ world }) => {
  await using shop = await expressShop(world);
  const order = await shop.place();
  const intent = await order.intent();
  const other = "0198c5a0-0000-7000-8000-000000000001";
  await expect(order.ship(intent.id, inTexas, other)).rejects.toMatchObject({
    code: "SHIPPING_UNAVAILABLE",
  });
  await order.ship(intent.id, inTexas);
  await shop.standin.control.approveOrder(intent.id, { address: texas });
  await order.pay(intent.id);
  await expect(order.ship(intent.id, inCalifornia)).rejects.toMatchObject({
    code: "ORDER_ALREADY_PAID",
  });
  const late = await shop.place();
  const begun = await late.intent();
  await windowOver(world);
  await expect(late.ship(begun.id, inTexas)).rejects.toMatchObject({ code: "ORDER_EXPIRED" });
});

test("an express payment is captured only after its wallet was read as approved", async ({
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

test("a declined express payment is approved again in the same window", async ({ world }) => {
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

test("only a provider whose wallet gives an address pays an order without one", async ({
  world,
}) => {
  await using shop = await expressShop(world);
  const order = await shop.place();
  const body = { provider: "other" };
  await expect(
    order.buyer.payments.createPaymentIntent({ id: order.id, body }),
  ).rejects.toMatchObject({ code: "PAYMENT_FAILED" });
  // An incomplete address is no way around it.
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

test("at the price of another address, only the wallet that names it pays", async ({ world }) => {
  await using shop = await expressShop(world);
  const inCity = { name: "Ada", address: "1 Market St", city: "San Francisco", ...inCalifornia };
  const order = await shop.place({ email: "ada@example.com", shippingAddress: inCity });
  const byTest = () =>
    order.buyer.payments.createPaymentIntent({ id: order.id, body: { provider: "other" } });
  const refusal = { code: "PAYMENT_FAILED", details: [{ issue: "ADDRESS_MISSING" }] };

  let intent = await order.intent();
  const cheap = await order.ship(intent.id, inTexas);
  expect(cheap.total).toBeLessThan(order.total);
  await expect(byTest()).rejects.toMatchObject(refusal);

  // The wallet's address makes the order complete, and asking for another price incomplete again.
  await shop.standin.control.approveOrder(intent.id, { address: california });
  await expect(order.pay(intent.id)).rejects.toMatchObject({ code: "TOTAL_CHANGED" });
  intent = await order.intent();
  await order.ship(intent.id, inTexas);
  await expect(byTest()).rejects.toMatchObject(refusal);

  await order.ship(intent.id, inCalifornia);
  await shop.standin.control.approveOrder(intent.id, { address: california });
  await expect(order.pay(intent.id)).resolves.toMatchObject({ status: "COMPLETED" });
  expect(shop.captured()).toEqual([Math.round(order.total * 100)]);
  expect(await imbalances(world)).toEqual([]);
});

test("a free-shipping discount stays when the subtotal had made shipping free as well", async ({
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
  const { methods, shipping } = await order.ship(intent.id, inTexas);
  expect(shipping).toBe(0);
  expect(methods.map((method) => method.price)).toEqual([0, 0]);
  const courier = methods.find(({ name }) => name === "Courier");
  expect(await order.ship(intent.id, inTexas, courier?.id)).toMatchObject({ shipping: 0 });
});

test("if the provider refuses a new total, the next payment is a new one of that total", async ({
  world,
}) => {
  await using shop = await expressShop(world);
  const order = await shop.place();
  const first = await order.intent();
  // PayPal changes no order that was approved.
  await shop.standin.control.approveOrder(first.id, { address: california });
  await expect(order.ship(first.id, inCalifornia)).rejects.toMatchObject({
    code: "PROVIDER_ERROR",
  });
  await expect(order.pay(first.id)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  const second = await order.intent();
  expect(second.id).not.toBe(first.id);
  await shop.standin.control.approveOrder(second.id, { address: california });
  await expect(order.pay(second.id)).resolves.toMatchObject({ status: "COMPLETED" });
  expect(shop.captured()).toEqual([Math.round(second.amount * 100)]);
});

test("an express order of which staff recorded a part isn't paid without email and address", async ({
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

test.for(["in time", "after its end"] as const)(
  "money that the buyer's page captured %s, without an address that we have read, is refunded",
  async (when, { world }) => {
    await using shop = await expressShop(world);
    const order = await shop.place();
    const intent = await order.intent();
    if (when === "after its end") await windowOver(world);
    expect(await expireOrders(world.services)).toBe(when === "after its end" ? 1 : 0);
    const { rows } = await world.admin.query<{ id: string; amount_minor: string }>(
      "select id, amount_minor from shop.payments where provider_id = $1",
      [intent.id],
    );
    const [payment] = rows;
    await shop.standin.control.approveOrder(intent.id, { address: california });
    // As PayPal's script does for a page that calls actions.order.capture().
    const path = `/_browser/orders/${intent.id}/capture`;
    expect((await fetch(shop.standin.origin + path, { method: "POST" })).status).toBe(201);
    const ctx = await world.system(shop.storeId);
    const taken = fact("completed", Number(payment?.amount_minor));
    // Webhooks come more than once.
    for (let times = 0; times < 2; times += 1)
      await ctx.tx((tx) => applyPaymentFact(tx, ctx, payment?.id ?? "", taken));
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

test("an express order is paid by hand only once its address is known, at the price there", async ({
  world,
}) => {
  await using shop = await expressShop(world);
  const order = await shop.place({ email: "ada@example.com" });
  const { id } = order;
  const { total } = await order.ship((await order.intent()).id, inCalifornia);
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

test("an express order that was paid without an address gets none at another price", async ({
  world,
}) => {
  await using shop = await expressShop(world);
  const order = await shop.place({ email: "ada@example.com", shippingAddress: atHome });
  const { id } = order;
  const staff = await member(world, shop.storeId, ["MANAGE_ORDERS"]);
  await staff.transactions.createTransaction({ body: { orderId: id, method: "CASH" } });
  // An earlier version took money for such orders.
  await world.admin.query(
    "update shop.orders set shipping_address = null, shipping_rate_id = null, shipping_minor = 0, total_minor = 5000, paid_minor = 5000 where id = $1",
    [id],
  );
  await expect(
    order.buyer.orders.changeShippingAddress({ id, body: atHome }),
  ).rejects.toMatchObject({ code: "INVALID_TRANSITION", details: { reason: "OTHER_TERMS" } });
  const moved = await staff.orders.updateOrderAddresses({
    id,
    body: { shippingAddress: atHome },
  });
  expect(moved.openChange).not.toBeNull();
});
