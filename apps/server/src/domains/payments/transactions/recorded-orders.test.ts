// @module-tag slow

import { expect } from "vitest";
import { runJobs } from "#tests/run-jobs.ts";
import { test, type World } from "#tests/world.ts";
import { openAccount, shippingAddress } from "../../customers/customers.fixture.ts";
import { placeOrder, refundShop } from "../../refunds/refunds.fixture.ts";
import { member, seedRole } from "../../roles/roles.fixture.ts";

const gone = { code: "NOT_FOUND" };
const method = "CASH" as const;

/** Creates a shop with an owner, and a clerk who manages orders. */
async function shopWithClerk(world: World) {
  const shop = await refundShop(world);
  const owner = await member(world, shop.storeId, "ADMIN");
  const clerk = await member(world, shop.storeId, ["MANAGE_ORDERS"]);
  const leave = async () => {
    await owner.roles.removeStaff({ userId: clerk.userId, storeId: shop.storeId });
    await runJobs(world.services);
  };
  return { ...shop, owner, clerk, leave };
}

/** Asserts that this caller can neither read the order nor change where it goes. */
async function expectNoAccess({ orders }: Pick<ReturnType<World["client"]>, "orders">, id: string) {
  await expect(orders.getOrderWithItems({ id })).rejects.toMatchObject(gone);
  await expect(orders.changeShippingAddress({ id, body: shippingAddress })).rejects.toMatchObject(
    gone,
  );
}

test("an order that a signed-in clerk placed for a buyer and recorded as paid belongs to the buyer", async ({
  world,
}) => {
  const s = await shopWithClerk(world);
  const ada = await openAccount(world, { email: "ada@example.com" });
  await ada.client.customers.getMyCustomer({ storeId: s.storeId });
  const { id } = await placeOrder({ ...world, client: () => s.clerk }, s);
  await s.clerk.transactions.createTransaction({ body: { orderId: id, method } });
  await s.leave();
  await expectNoAccess(s.clerk, id);
  expect(await ada.client.orders.getOrderWithItems({ id })).toMatchObject({ id, status: "PAID" });
});

test("recording an order as paid ends its key, and the confirmation has a new one", async ({
  world,
}) => {
  const s = await shopWithClerk(world);
  const { id, buyer } = await placeOrder(world, s);
  await s.staff.transactions.createTransaction({ body: { orderId: id, amount: 10, method } });
  expect(await buyer.orders.getOrder({ id })).toMatchObject({ status: "PENDING", paid: 10 });
  await s.clerk.transactions.createTransaction({ body: { orderId: id, method } });
  await expectNoAccess(buyer, id);
  const mail = (await world.sendMails()).find(({ to }) => to === "ada@example.com");
  const orderKey = mail?.text.split(`${id}.`)[1]?.split(/\s/)[0] ?? "";
  await s.leave();
  expect(await world.client({ orderKey }).orders.getOrder({ id })).toMatchObject({
    status: "PAID",
  });
});

test("an order that staff recorded as paid belongs to the customer with its email, whoever placed it", async ({
  world,
}) => {
  const s = await shopWithClerk(world);
  const ada = await openAccount(world, { email: "ada@example.com" });
  const { id } = await placeOrder({ ...world, client: () => ada.client }, s);
  await s.staff.transactions.createTransaction({ body: { orderId: id, method } });
  // The order has the account's own email, so it still belongs to the account.
  expect(await ada.client.orders.getOrderWithItems({ id })).toMatchObject({ status: "PAID" });
  await s.staff.orders.updateOrder({ id, body: { email: "buyer@example.com" } });
  await expectNoAccess(ada.client, id);
});

test("users and keys that can no longer manage orders keep no access to orders with a part payment that they recorded", async ({
  world,
}) => {
  const s = await shopWithClerk(world);
  const { storeId, owner } = s;
  const roleId = await seedRole(world, storeId, ["MANAGE_ORDERS", "MANAGE_PRODUCTS"]);
  const packer = await member(world, storeId, ["MANAGE_PRODUCTS"]);
  await owner.roles.assignRole({ body: { userId: packer.userId, roleId } });
  const name = "Robot";
  const { id: keyId, key } = await owner.apiKeys.createApiKey({
    storeId,
    body: { name, permissions: ["MANAGE_ORDERS"] },
  });
  const recorded = async ({ transactions }: Pick<typeof owner, "transactions">) => {
    const placed = await placeOrder(world, s);
    await transactions.createTransaction({ body: { orderId: placed.id, amount: 10, method } });
    return placed;
  };
  const robot = world.client({ accessToken: key });
  const ended = [await recorded(s.clerk), await recorded(packer), await recorded(robot)];
  const kept = await recorded(s.staff);
  await owner.roles.updateRole({ id: roleId, body: { permissions: ["MANAGE_PRODUCTS"] } });
  await owner.apiKeys.revokeApiKey({ id: keyId });
  await s.leave();
  for (const { id, buyer } of ended) await expectNoAccess(buyer, id);
  expect(await kept.buyer.orders.getOrder(kept)).toMatchObject({ paid: 10 });
});

test("an order whose email an erasure removed stays with the account that placed it when a payment is recorded", async ({
  world,
}) => {
  const s = await shopWithClerk(world);
  const { storeId, clerk } = s;
  const [buyer, person] = [await openAccount(world), await openAccount(world)];
  const customer = await person.client.customers.getMyCustomer({ storeId });
  const { id, orderKey } = await buyer.client.orders.createOrder({
    storeId,
    body: {
      items: [{ variantId: s.variantIds[0] ?? "", quantity: 1 }],
      email: person.email,
      shippingAddress,
    },
  });
  await person.client.customers.eraseCustomer({ id: customer.id });
  const accesses = [buyer.client.orders, world.client({ orderKey }).orders];
  for (const [amount, status] of [
    [10, "PENDING"],
    [undefined, "PAID"],
  ] as const) {
    await clerk.transactions.createTransaction({ body: { orderId: id, amount, method } });
    for (const orders of accesses)
      expect(await orders.getOrderWithItems({ id })).toMatchObject({ id, status });
  }
  const { customers } = buyer.client;
  const { id: own } = await customers.getMyCustomer({ storeId });
  expect((await customers.listCustomerOrders({ id: own })).items).toMatchObject([{ id }]);
  await expect(customers.eraseCustomer({ id: own })).rejects.toMatchObject({ code: "OPEN_ORDERS" });
});

test("an express order without an email stays with the account that placed it when a part is recorded", async ({
  world,
}) => {
  const s = await shopWithClerk(world);
  const { storeId, variantIds, clerk } = s;
  const items = [{ variantId: variantIds[0] ?? "", quantity: 1 }];
  const { client } = await openAccount(world);
  const { id } = await client.orders.createOrder({
    storeId,
    body: { items, express: { country: "US" }, shippingAddress },
  });
  await clerk.transactions.createTransaction({ body: { orderId: id, amount: 10, method } });
  expect(await client.orders.getOrderWithItems({ id })).toMatchObject({ id, status: "PENDING" });
  const { id: own } = await client.customers.getMyCustomer({ storeId });
  await expect(client.customers.eraseCustomer({ id: own })).rejects.toMatchObject({
    code: "OPEN_ORDERS",
  });
});
