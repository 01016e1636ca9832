import { expect } from "vitest";
import { test } from "#tests/world.ts";
import { openAccount } from "../../customers/customers.fixture.ts";
import { member } from "../../roles/roles.fixture.ts";
import { atHome, expressShop, texas } from "./express.fixture.ts";

const gone = { code: "NOT_FOUND" };

test.for(["at checkout", "by staff"] as const)(
  "an express order whose email was entered %s belongs to the customer of the wallet once it is paid",
  async (by, { world }) => {
    await using shop = await expressShop(world);
    const { storeId } = shop;
    const stranger = await openAccount(world);
    const ada = await openAccount(world);
    for (const { client } of [stranger, ada]) await client.customers.getMyCustomer({ storeId });
    const order = await shop.place(by === "at checkout" ? { email: stranger.email } : {});
    const { id } = order;
    const staff = await member(world, storeId, ["MANAGE_ORDERS"]);
    if (by === "by staff") await staff.orders.updateOrder({ id, body: { email: stranger.email } });
    await stranger.client.orders.getOrderWithItems({ id });

    const intent = await order.intent();
    const email = ada.email.toUpperCase();
    await shop.standin.control.approveOrder(intent.id, { address: texas, email });
    await expect(order.pay(intent.id)).resolves.toMatchObject({ status: "COMPLETED" });
    const calls = stranger.client.orders;
    await expect(calls.getOrderWithItems({ id })).rejects.toMatchObject(gone);
    await expect(calls.changeShippingAddress({ id, body: atHome })).rejects.toMatchObject(gone);
    expect((await ada.client.orders.getOrderWithItems({ id })).id).toBe(id);
  },
);

test("an account can't keep an express order by processing the payment of another wallet", async ({
  world,
}) => {
  await using shop = await expressShop(world);
  const { client, email } = await openAccount(world);
  await client.customers.getMyCustomer({ storeId: shop.storeId });
  const { id, buyer, intent } = await shop.place({ email });
  const { id: paymentIntentId } = await intent();
  const approved = { address: texas, email: "right@example.com" };
  await shop.standin.control.approveOrder(paymentIntentId, approved);
  const body = { provider: "paypal", paymentIntentId };
  await expect(client.payments.processPayment({ id, body })).rejects.toMatchObject(gone);
  await expect(client.orders.getOrderWithItems({ id })).rejects.toMatchObject(gone);
  await expect(buyer.payments.processPayment({ id, body })).resolves.toMatchObject({
    status: "COMPLETED",
  });
});

test("an express order of a signed-in customer stays theirs if the wallet has another email", async ({
  world,
}) => {
  await using shop = await expressShop(world);
  const { client } = await openAccount(world);
  const { id } = await client.orders.createOrder({
    storeId: shop.storeId,
    body: { items: shop.items, express: { country: "US" } },
  });
  const body = { provider: "paypal" };
  const intent = await client.payments.createPaymentIntent({ id, body });
  const email = "wallet@example.com";
  await shop.standin.control.approveOrder(intent.id, { address: texas, email });
  await client.payments.processPayment({ id, body: { ...body, paymentIntentId: intent.id } });
  expect(await client.orders.getOrderWithItems({ id })).toMatchObject({ customer: { email } });
});
