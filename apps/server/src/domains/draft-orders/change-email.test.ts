import { expect } from "vitest";
import { test } from "#tests/world.ts";
import { openAccount } from "../customers/customers.fixture.ts";
import { draftShop } from "./drafts.fixture.ts";

const gone = { code: "NOT_FOUND" };

test("a pay link ends if the draft's email is corrected, and the new one works", async ({
  world,
}) => {
  const { draft, linkOf, staff } = await draftShop(world);
  const { id } = await draft({ email: "wrong@typo.example" });
  const open = (key: string) => world.client().draftOrders.openDraftOrder({ id, body: { key } });
  const mistyped = await linkOf(id);
  await staff.draftOrders.updateDraftOrder({ id, body: { email: "ada@right.example" } });
  await expect(open(mistyped)).rejects.toMatchObject(gone);
  const key = await linkOf(id);
  await staff.draftOrders.updateDraftOrder({ id, body: { note: "A gift" } });
  expect(await open(key)).toMatchObject({ status: "PENDING" });
});

test("a draft's first email keeps the pay link that staff already gave to the buyer", async ({
  world,
}) => {
  const { draft, linkOf, staff } = await draftShop(world);
  const { id } = await draft({ email: null });
  const key = await linkOf(id);
  await staff.draftOrders.updateDraftOrder({ id, body: { email: "ada@right.example" } });
  expect(await world.client().draftOrders.openDraftOrder({ id, body: { key } })).toMatchObject({
    status: "PENDING",
  });
});

test("staff can't keep a buyer's order in their own account by choosing themselves as the customer", async ({
  world,
}) => {
  const { draft, linkOf, staff, storeId } = await draftShop(world);
  const { client, email } = await openAccount(world);
  const own = (await client.customers.getMyCustomer({ storeId })).id;
  await expect(draft({ customerId: own, email: "buyer@example.com" })).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
    details: [{ path: "email" }],
  });
  await expect(draft({ customerId: own, email: null })).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
  });
  const { id } = await draft({ customerId: own, email: email.toUpperCase() });
  const before = await staff.draftOrders.getDraftOrder({ id });
  expect([before.customerId, before.customer.email]).toEqual([own, email]);
  const changed = await staff.draftOrders.updateDraftOrder({
    id,
    body: { email: "buyer@example.com" },
  });
  expect([changed.customerId, changed.customer.email]).toEqual([null, "buyer@example.com"]);
  const key = await linkOf(id);
  const order = await world.client().draftOrders.openDraftOrder({ id, body: { key } });
  await expect(client.orders.getOrderWithItems({ id: order.id })).rejects.toMatchObject(gone);
});

test("a draft's order doesn't go to its customer if staff have given the customer another email", async ({
  world,
}) => {
  const { draft, linkOf, staff, storeId } = await draftShop(world);
  const buyer = { name: "Ada Lovelace", email: "buyer@example.com" };
  const guest = await staff.customers.createCustomer({ storeId, body: buyer });
  const [first, second] = [
    await draft({ customerId: guest.id }),
    await draft({ customerId: guest.id }),
  ];
  const { client, email } = await openAccount(world);
  await staff.customers.updateCustomer({ id: guest.id, body: { email } });
  const orderOf = async ({ id }: { id: string }) => {
    const key = await linkOf(id);
    return world.client().draftOrders.openDraftOrder({ id, body: { key } });
  };
  const order = await orderOf(first);
  const mine = await client.customers.getMyCustomer({ storeId });
  expect(mine.id).toBe(guest.id);
  expect(await client.customers.exportCustomer({ id: mine.id })).toMatchObject({ draftOrders: [] });
  for (const { id } of [order, await orderOf(second)])
    await expect(client.orders.getOrderWithItems({ id })).rejects.toMatchObject(gone);

  // The customer with the draft's email gets the order.
  const { items } = await staff.customers.listCustomers({ storeId, search: buyer.email });
  expect(items).toMatchObject([{ email: buyer.email, orderCount: 0 }]);
});

test("a draft for a customer becomes this customer's order, even if another has the same email", async ({
  world,
}) => {
  const { draft, linkOf, storeId } = await draftShop(world);
  const { client, email } = await openAccount(world);
  const own = await client.customers.getMyCustomer({ storeId });
  await world.admin.query(
    `insert into shop.customers (store_id, id, email, name, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, 'Guest', now(), now())`,
    [storeId, email],
  );
  const { id } = await draft({ customerId: own.id });
  const body = { key: await linkOf(id) };
  const { id: orderId } = await world.client().draftOrders.openDraftOrder({ id, body });
  await expect(client.orders.getOrderWithItems({ id: orderId })).resolves.toMatchObject({ id });
});

test("revoking the links of a draft that has become an order revokes the order's links", async ({
  world,
}) => {
  const { draft, linkOf, staff } = await draftShop(world);
  const { id } = await draft();
  const key = await linkOf(id);
  const { orderKey } = await world.client().draftOrders.openDraftOrder({ id, body: { key } });
  await staff.draftOrders.revokeDraftOrderLinks({ id });
  await expect(world.client({ orderKey }).orders.openOrder({ id })).rejects.toMatchObject(gone);
});
