// @module-tag slow

import { extractText, getDocumentProxy } from "unpdf";
import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { untilBlocked } from "#tests/until-blocked.ts";
import { test, type World } from "#tests/world.ts";
import { member } from "../roles/roles.fixture.ts";

const email = "ada@example.com";

/** Creates a TEST store with three products and an order of two of them, paid with the test provider. */
async function paidTestOrder(world: World) {
  const storeId = await seedStore(world);
  const dress = await seedProduct(world, storeId);
  const coat = await seedProduct(world, storeId);
  const hat = await seedProduct(world, storeId);
  const items = [dress, coat].map(({ variantIds }) => ({
    variantId: variantIds[0] ?? "",
    quantity: 1,
  }));
  const shippingAddress = {
    name: "Ada",
    address: "1 Main St",
    city: "Austin",
    postalCode: "78701",
    country: "US",
  };
  const place = () =>
    world.client().orders.createOrder({ storeId, body: { items, email, shippingAddress } });
  const order = await place();
  const buyer = world.client({ orderKey: order.orderKey });
  const { id } = order;
  const pay = async () => {
    const intent = await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
    await buyer.payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
    await buyer.payments.processPayment({
      id,
      body: { provider: "other", paymentIntentId: intent.id },
    });
  };
  const owner = await member(world, storeId, "ADMIN");
  const setMode = (environment: "TEST" | "LIVE") =>
    owner.stores.updateStore({ id: storeId, body: { environment } });
  return { storeId, dress, coat, hat, place, order, buyer, pay, owner, setMode };
}

test("whether an order was paid in TEST or LIVE is shown wherever the order is read", async ({
  world,
}) => {
  const { storeId, place, order, buyer, pay, owner, setMode } = await paidTestOrder(world);
  const { id } = order;
  expect(order.environment).toBeNull();
  await pay();
  await setMode("LIVE");
  await world.admin.query(
    "update shop.shipping_rates set price_minor = 0; update shop.variants set price_minor = 0",
  );
  const free = await place();
  expect(free).toMatchObject({ status: "PAID", environment: "LIVE" });
  expect(await buyer.orders.getOrder({ id })).toMatchObject({ environment: "TEST" });
  expect(await buyer.orders.getOrderWithItems({ id })).toMatchObject({ environment: "TEST" });
  const modes = [
    { id: free.id, environment: "LIVE" },
    { id, environment: "TEST" },
  ];
  expect((await owner.orders.listOrders({ storeId })).items).toMatchObject(modes);
  const { rows: hosts } = await world.admin.query<{ host: string }>(
    "select host from shop.domains where store_id = $1",
    [storeId],
  );
  const { orders: lookUp } = world.client({ host: hosts[0]?.host ?? "" });
  for (const mode of modes)
    expect(await lookUp.getOrderThankYou({ id: mode.id, emailOrder: email })).toMatchObject(mode);
  const { items: customers } = await owner.customers.listCustomers({ storeId });
  const customer = { id: customers[0]?.id ?? "" };
  expect((await owner.customers.listCustomerOrders(customer)).items).toMatchObject(modes);
  expect((await owner.customers.exportCustomer(customer)).orders).toMatchObject(modes);
});

test("the invoice of a test order says that no real money was paid", async ({ world }) => {
  const { order, buyer, pay } = await paidTestOrder(world);
  await pay();
  const file = await buyer.orders.getOrderInvoice({ id: order.id });
  const { text } = await extractText(
    await getDocumentProxy(new Uint8Array(await file.arrayBuffer())),
  );
  const words = text.join(" ").replaceAll(/\s+/g, " ");
  expect(words).toContain("Test order, no real payment");
  expect(words).not.toContain("Paid in full");
});

test.for(["LIVE", "TEST"] as const)(
  "a test order that is refunded while its store changes to %s is counted once",
  async (to, { world }) => {
    const { storeId, order, pay, owner, setMode } = await paidTestOrder(world);
    await pay();
    if (to === "TEST") await setMode("LIVE");
    // Changes the mode as updateStore does. A trigger then locks and recounts the customers with test orders.
    const changing = await world.admin.connect();
    await changing.query("begin");
    await changing.query("update shop.stores set environment = $2 where id = $1", [storeId, to]);
    const refunded = owner.refunds.refundOrder({ id: order.id, body: { amount: 1 } });
    await Promise.race([untilBlocked(world), refunded]);
    await changing.query("commit");
    changing.release();
    await refunded.catch(() => {});
    expect(await imbalances(world)).toEqual([]);
  },
);

test("a test order no longer counts once the store is LIVE", async ({ world }) => {
  const { storeId, dress, coat, hat, order, pay, owner, setMode } = await paidTestOrder(world);
  await pay();
  const customer = async () => (await owner.customers.listCustomers({ storeId })).items[0];
  const related = async () => {
    const { productId } = dress;
    return (await world.client().products.listRelated({ productId, limit: 1 })).items;
  };
  const review = async (productId: string) => {
    const { id } = await world.client().reviews.createReview({
      productId,
      body: {
        name: "Ada",
        rating: 5,
        title: "Fine",
        content: "A fine piece.",
        order: { reference: order.orderNumber, key: order.orderKey },
      },
    });
    return id;
  };
  const isVerified = async (id: string) => {
    const { rows } = await world.admin.query("select verified from shop.reviews where id = $1", [
      id,
    ]);
    return rows[0]?.verified;
  };
  const early = await review(dress.productId);
  expect(await isVerified(early)).toBe(true);
  expect(await customer()).toMatchObject({ orderCount: 1, totalSpent: order.total });
  expect(await related()).toMatchObject([{ id: coat.productId }]);
  await owner.refunds.refundOrder({ id: order.id, body: { amount: 1 } });
  await setMode("LIVE");
  expect(await related()).toMatchObject([{ id: hat.productId }]);
  expect(await customer()).toMatchObject({ orderCount: 0, totalSpent: 0 });
  expect(await isVerified(early)).toBe(false);
  expect(await isVerified(await review(coat.productId))).toBe(false);
  expect(await imbalances(world)).toEqual([]);
  await setMode("TEST");
  // The refund reduces the total that the customer spent.
  const totalSpent = Math.round(order.total * 100 - 100) / 100;
  expect(await customer()).toMatchObject({ orderCount: 1, totalSpent });
  expect(await imbalances(world)).toEqual([]);
});
