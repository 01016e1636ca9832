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
