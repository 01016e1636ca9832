import { expect } from "vitest";
import { beforeStatement } from "#tests/recorded.ts";
import { untilBlocked } from "#tests/until-blocked.ts";
import { test } from "#tests/world.ts";
import { openAccount, shippingAddress } from "../../customers/customers.fixture.ts";
import { staffClient } from "../../products/catalogue.fixture.ts";
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

test("a guest whose order moves to another customer is deleted, unless staff created or changed them or they have another order", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { storeId } = shop;
  const staff = await staffClient(world, storeId, "ADMIN");
  const emails = async () =>
    (await staff.customers.listCustomers({ storeId, sort: "newest" })).items
      .map(({ email }) => email)
      .toSorted();
  const correct = (id: string, email: string) => staff.orders.updateOrder({ id, body: { email } });
  const typo = await paidOrder(world, shop);
  expect(await emails()).toEqual(["ada@example.com"]);
  await correct(typo.id, "adda@right.example");
  expect(await emails()).toEqual(["adda@right.example"]);
  await correct(typo.id, "ada@right.example");
  expect(await emails()).toEqual(["ada@right.example"]);

  const [first, second] = [await paidOrder(world, shop), await paidOrder(world, shop)];
  await correct(first.id, "ada@right.example");
  expect(await emails()).toEqual(["ada@example.com", "ada@right.example"]);
  await correct(second.id, "ada@right.example");
  expect(await emails()).toEqual(["ada@right.example"]);

  const third = await paidOrder(world, shop);
  const { items } = await staff.customers.listCustomers({ storeId, search: "ada@example.com" });
  await staff.customers.updateCustomer({ id: items[0]?.id ?? "", body: { note: "Called" } });
  await correct(third.id, "ada@right.example");
  expect(await emails()).toEqual(["ada@example.com", "ada@right.example"]);
  await staff.customers.createCustomer({ storeId, body: { email: "made@example.com" } });
  await correct(second.id, "made@example.com");
  await correct(second.id, "ada@right.example");
  expect(await emails()).toEqual(["ada@example.com", "ada@right.example", "made@example.com"]);
});

test("two orders that move to another customer at once leave no guest with the mistyped email", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { storeId } = shop;
  const staff = await staffClient(world, storeId, "ADMIN");
  const email = "ada@right.example";
  await staff.customers.createCustomer({ storeId, body: { email } });
  const [first, second] = [await placeOrder(world, shop), await placeOrder(world, shop)];
  const correct = ({ id }: typeof first) => staff.orders.updateOrder({ id, body: { email } });
  let other: Promise<unknown> | undefined;
  // Corrects the second order while the transaction that has moved the first order is still open.
  const begin = async () => {
    other = correct(second);
    await Promise.race([other, untilBlocked(world)]);
  };
  await beforeStatement("insert into shop.order_events", begin, () => correct(first));
  await other;
  const { items } = await staff.customers.listCustomers({ storeId });
  expect(items.map((customer) => customer.email)).toEqual([email]);
});
