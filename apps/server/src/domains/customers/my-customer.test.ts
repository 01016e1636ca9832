import { describe, expect } from "vitest";
import { staffClient } from "../products/catalogue.fixture.ts";
import { test, type World } from "#tests/world.ts";
import { member } from "../roles/roles.fixture.ts";
import { openAccount, openShopFor } from "./customers.fixture.ts";

const notFound = { code: "NOT_FOUND" };

async function rows(world: World) {
  const { rows: found } = await world.admin.query<{
    id: string;
    email: string;
    user_id: string | null;
  }>("select id, email, user_id from shop.customers order by id");
  return found;
}

describe("an account in a store", () => {
  test("with a verified email takes over the guest and the guest's orders", async ({ world }) => {
    const { storeId, order, pay } = await openShopFor(world);
    const placed = await order(world.client(), { email: "Ada@Example.com" });
    await pay(placed);
    const [guest] = await rows(world);
    expect(guest).toMatchObject({ email: "ada@example.com", user_id: null });

    const { client, userId } = await openAccount(world, { email: "ada@example.com" });
    const me = await client.customers.getMyCustomer({ storeId });
    expect(me).toMatchObject({
      id: guest?.id,
      email: "ada@example.com",
      name: "Ada Lovelace",
      hasAccount: true,
      orderCount: 1,
      totalSpent: placed.total,
      currency: "USD",
      lastOrderAt: placed.createdAt,
    });
    expect(await rows(world)).toEqual([
      { id: guest?.id, email: "ada@example.com", user_id: userId },
    ]);
    expect(
      (await client.customers.listCustomerOrders({ id: me.id })).items.map(({ id }) => id),
    ).toEqual([placed.id]);
    expect(await client.orders.getOrderWithItems({ id: placed.id })).toMatchObject({
      id: placed.id,
    });
  });

  test("doesn't take over orders with a different email from a guest whose email staff changed to the account's", async ({
    world,
  }) => {
    const { storeId, order } = await openShopFor(world);
    const theirs = await order(world.client(), { email: "grace@example.com" });
    const clerk = await member(world, storeId, ["MANAGE_CUSTOMERS"]);
    const [guest] = await rows(world);
    const body = { email: "clerk@example.com" };
    await clerk.customers.updateCustomer({ id: guest?.id ?? "", body });
    const own = await order(world.client(), body);
    const account = await openAccount(world, body);
    const me = await account.client.customers.getMyCustomer({ storeId });
    const { items } = await account.client.customers.listCustomerOrders({ id: me.id });
    expect(items.map(({ id }) => id)).toEqual([own.id]);
    await expect(account.client.orders.getOrder({ id: theirs.id })).rejects.toMatchObject(notFound);
    // The order goes to the account with the order's own email.
    const grace = await openAccount(world, { email: "grace@example.com" });
    await grace.client.customers.getMyCustomer({ storeId });
    expect(await grace.client.orders.getOrder({ id: theirs.id })).toMatchObject({ id: theirs.id });
  });

  test("an account with an unverified email reads nothing of the guest with that email", async ({
    world,
  }) => {
    const { storeId, order } = await openShopFor(world);
    const placed = await order(world.client(), { email: "ada@example.com" });
    const unverified = await openAccount(world, { email: "ada@example.com", verified: false });
    await expect(unverified.client.customers.getMyCustomer({ storeId })).rejects.toMatchObject({
      code: "EMAIL_NOT_VERIFIED",
      statusCode: 403,
    });
    const [guest] = await rows(world);
    for (const call of [
      () => unverified.client.orders.getOrder({ id: placed.id }),
      () => unverified.client.customers.getCustomer({ id: guest?.id ?? "" }),
      () => unverified.client.customers.listCustomerOrders({ id: guest?.id ?? "" }),
      () => unverified.client.customers.exportCustomer({ id: guest?.id ?? "" }),
    ])
      await expect(call()).rejects.toMatchObject(notFound);
    // Even if the unverified account orders with the guest's email, the order belongs to the guest.
    await order(unverified.client, { email: "ada@example.com" });
    expect(await rows(world)).toEqual([expect.objectContaining({ id: guest?.id, user_id: null })]);
  });

  test("an account that changes its email gets no other customer's orders, and others can use its old email", async ({
    world,
  }) => {
    const { storeId, order } = await openShopFor(world);
    const theirs = await order(world.client(), { email: "grace@example.com" });
    const ada = await openAccount(world, { email: "ada@example.com" });
    const me = await ada.client.customers.getMyCustomer({ storeId });
    await world.admin.query("update shop.users set email = 'Grace@example.com' where id = $1", [
      ada.userId,
    ]);
    const changed = await ada.client.customers.getMyCustomer({ storeId });
    expect(changed).toMatchObject({ id: me.id, email: "grace@example.com" });
    await expect(ada.client.orders.getOrder({ id: theirs.id })).rejects.toMatchObject(notFound);
    expect((await ada.client.customers.listCustomerOrders({ id: me.id })).items).toEqual([]);

    // The old email now belongs to another person.
    const later = await order(world.client(), { email: "ada@example.com" });
    await expect(ada.client.orders.getOrder({ id: later.id })).rejects.toMatchObject(notFound);
    const heir = await openAccount(world, { email: "ada@example.com" });
    const heirs = await heir.client.customers.getMyCustomer({ storeId });
    expect(heirs.id).not.toBe(me.id);
    expect(
      (await heir.client.customers.listCustomerOrders({ id: heirs.id })).items.map(({ id }) => id),
    ).toEqual([later.id]);
  });

  test("a deleted account's orders go to the next account that verifies the email", async ({
    world,
  }) => {
    const { storeId } = await openShopFor(world);
    const first = await openAccount(world, { email: "ada@example.com" });
    const me = await first.client.customers.getMyCustomer({ storeId });
    const staff = await staffClient(world, storeId, "STAFF");
    expect((await staff.customers.getCustomer({ id: me.id })).hasAccount).toBe(true);
    await first.client.users.deleteUser({ id: first.userId });
    const left = await staff.customers.exportCustomer({ id: me.id });
    expect(left).toMatchObject({
      account: null,
      customer: { hasAccount: false, email: "ada@example.com" },
    });
    const second = await openAccount(world, { email: "ada@example.com" });
    expect((await second.client.customers.getMyCustomer({ storeId })).id).toBe(me.id);
    await expect(first.client.customers.getCustomer({ id: me.id })).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
  });

  test("twenty concurrent first calls create one customer, audited once", async ({ world }) => {
    const { storeId, order } = await openShopFor(world);
    await order(world.client(), { email: "ada@example.com" });
    const { client } = await openAccount(world, { email: "ada@example.com" });
    const all = await Promise.all(
      Array.from({ length: 20 }, () => client.customers.getMyCustomer({ storeId })),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(await rows(world)).toHaveLength(1);
    const { rows: entries } = await world.admin.query(
      "select action, actor_kind from shop.audit_entries where entity_type = 'customer'",
    );
    expect(entries).toEqual([{ action: "UPDATE", actor_kind: "customer" }]);
  });

  test("without a store id the host's store is used, and each store has its own customer", async ({
    world,
  }) => {
    const { storeId } = await openShopFor(world);
    const other = await openShopFor(world);
    const { rows: domains } = await world.admin.query<{ host: string }>(
      "select host from shop.domains where store_id = $1",
      [other.storeId],
    );
    const account = await openAccount(world, { host: domains[0]?.host ?? "" });
    const here = await account.client.customers.getMyCustomer({ storeId });
    const there = await account.client.customers.getMyCustomer({});
    expect([here.storeId, there.storeId]).toEqual([storeId, other.storeId]);
    expect(here.id).not.toBe(there.id);
    await expect(world.client().customers.getMyCustomer({ storeId })).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
  });
});

describe("the owner of an order", () => {
  test("is the signed-in customer, whatever email the order has, and reads it without its key", async ({
    world,
  }) => {
    const { storeId, order, pay } = await openShopFor(world);
    const { client } = await openAccount(world);
    const placed = await order(client, { email: "gift@example.com" });
    const me = await client.customers.getMyCustomer({ storeId });
    expect(
      (await client.customers.listCustomerOrders({ id: me.id })).items.map(({ id }) => id),
    ).toEqual([placed.id]);
    expect(await client.orders.getOrder({ id: placed.id })).toMatchObject({ id: placed.id });
    expect(await client.orders.getOrderWithItems({ id: placed.id })).toMatchObject({
      items: [expect.anything()],
    });
    const intent = await client.payments.createPaymentIntent({
      id: placed.id,
      body: { provider: "other" },
    });
    await client.payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
    const paid = await client.payments.processPayment({
      id: placed.id,
      body: { provider: "other", paymentIntentId: intent.id },
    });
    expect(paid.status).toBe("COMPLETED");
    expect((await client.payments.getPaymentStatus({ id: placed.id })).status).toBe("COMPLETED");
    await pay(await order(world.client(), { email: "stranger@example.com" }));

    const another = await openAccount(world);
    await another.client.customers.getMyCustomer({ storeId });
    for (const call of [
      () => another.client.orders.getOrder({ id: placed.id }),
      () => another.client.orders.getOrderWithItems({ id: placed.id }),
      () => another.client.payments.getPaymentStatus({ id: placed.id }),
      () =>
        another.client.payments.createPaymentIntent({ id: placed.id, body: { provider: "other" } }),
      () => another.client.orders.cancelOrder({ id: placed.id }),
    ])
      await expect(call()).rejects.toMatchObject(notFound);
  });

  test("is not the account if the handle is for a guest with another email", async ({ world }) => {
    const { storeId, order } = await openShopFor(world);
    const { client, email } = await openAccount(world);
    const me = await client.customers.getMyCustomer({ storeId });
    const { handle } = await world
      .client()
      .customers.findOrCreateGuest({ storeId, body: { email } });
    await order(world.client(), { customerHandle: handle, email: "eve@example.com" });
    expect((await client.customers.listCustomerOrders({ id: me.id })).items).toEqual([]);
    // An order with the account's own verified email belongs to the account, because its confirmation goes to that
    // email.
    const mine = await order(world.client(), { customerHandle: handle });
    expect(
      (await client.customers.listCustomerOrders({ id: me.id })).items.map(({ id }) => id),
    ).toEqual([mine.id]);
  });

  test("is the customer with the guest's email; forty concurrent orders create one customer and change no name", async ({
    world,
  }) => {
    const { order } = await openShopFor(world);
    await Promise.all(
      Array.from({ length: 40 }, () => order(world.client(), { email: "Ada@example.com" })),
    );
    const { rows: found } = await world.admin.query<{
      count: number;
      customers: number;
      names: string[];
    }>(
      "select count(*)::int as count, count(distinct o.customer_id)::int as customers, array_agg(distinct c.name) as names from shop.orders o join shop.customers c on c.id = o.customer_id",
    );
    expect(found).toEqual([{ count: 40, customers: 1, names: ["Ada Lovelace"] }]);
  });

  test("is null without an email", async ({ world }) => {
    const { order } = await openShopFor(world);
    const { id } = await order(world.client());
    const { rows: found } = await world.admin.query(
      "select customer_id from shop.orders where id = $1",
      [id],
    );
    expect(found).toEqual([{ customer_id: null }]);
    expect(await rows(world)).toEqual([]);
  });
});

test("a guest's order goes to the account with its email, not to the customer of a deleted one", async ({
  world,
}) => {
  const { storeId, order } = await openShopFor(world);
  const email = "ada@example.com";
  const earlier = await openAccount(world, { email });
  const left = await earlier.client.customers.getMyCustomer({ storeId });
  // A guest with the same email keeps the deleted account's customer from becoming a guest.
  await world.admin.query(
    `insert into shop.customers (store_id, id, email, name, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, 'Guest', now(), now())`,
    [storeId, email],
  );
  await world.admin.query(
    "update shop.users set deleted_at = now(), email = id || '@deleted.invalid' where id = $1",
    [earlier.userId],
  );
  await world.admin.query("update shop.customers set email = $2 where id = $1", [left.id, email]);
  const { client } = await openAccount(world, { email });
  await client.customers.getMyCustomer({ storeId });
  const { id } = await order(world.client(), { email });
  expect((await client.orders.getOrder({ id })).id).toBe(id);
});
