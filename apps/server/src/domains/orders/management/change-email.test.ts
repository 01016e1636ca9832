import { expect } from "vitest";
import { test } from "#tests/world.ts";
import { openAccount, shippingAddress } from "../../customers/customers.fixture.ts";
import { paidOrder, placeOrder, refundShop } from "../../refunds/refunds.fixture.ts";

const gone = { code: "NOT_FOUND" };

test("an order whose mistyped email was another customer's leaves that customer once it is corrected", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { storeId, staff } = shop;
  const stranger = await openAccount(world, { email: "ada@example.com" });
  const right = await openAccount(world, { email: "ada@right.example" });
  for (const { client } of [stranger, right]) await client.customers.getMyCustomer({ storeId });
  const { id } = await paidOrder(world, shop);
  await stranger.client.orders.getOrderWithItems({ id });

  await staff.orders.updateOrder({ id, body: { email: "Ada@Right.example" } });
  const calls = stranger.client.orders;
  await expect(calls.getOrderWithItems({ id })).rejects.toMatchObject(gone);
  await expect(calls.changeShippingAddress({ id, body: shippingAddress })).rejects.toMatchObject(
    gone,
  );
  const mine = await stranger.client.customers.getMyCustomer({ storeId });
  expect((await stranger.client.customers.listCustomerOrders({ id: mine.id })).items).toEqual([]);
  expect((await right.client.orders.getOrderWithItems({ id })).id).toBe(id);
});

test("an order of a signed-in customer stays theirs if its email becomes another one", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { client } = await openAccount(world, { email: "ada@example.com" });
  const { id } = await placeOrder({ ...world, client: () => client }, shop);
  await shop.staff.orders.updateOrder({ id, body: { email: "office@example.com" } });
  expect(await client.orders.getOrderWithItems({ id })).toMatchObject({
    customer: { email: "office@example.com" },
  });
});
