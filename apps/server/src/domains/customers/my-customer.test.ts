import { describe, expect } from "vitest";
import { staffClient } from "../products/catalogue.fixture.ts";
import { test, type World } from "#tests/world.ts";
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
  test("with a proven address it takes over the guest, and that guest's orders", async ({
    world,
  }) => {
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

  test("a stranger who registers with somebody's address reads nothing before it is proven", async ({
    world,
  }) => {
    const { storeId, order } = await openShopFor(world);
    const placed = await order(world.client(), { email: "ada@example.com" });
    const stranger = await openAccount(world, { email: "ada@example.com", verified: false });
    await expect(stranger.client.customers.getMyCustomer({ storeId })).rejects.toMatchObject({
      code: "EMAIL_NOT_VERIFIED",
      statusCode: 403,
    });
    const [guest] = await rows(world);
    for (const call of [
      () => stranger.client.orders.getOrder({ id: placed.id }),
      () => stranger.client.customers.getCustomer({ id: guest?.id ?? "" }),
      () => stranger.client.customers.listCustomerOrders({ id: guest?.id ?? "" }),
      () => stranger.client.customers.exportCustomer({ id: guest?.id ?? "" }),
    ])
      await expect(call()).rejects.toMatchObject(notFound);
    // Not by ordering with it either: the order is the guest's, the account has no part in it.
    await order(stranger.client, { email: "ada@example.com" });
    expect(await rows(world)).toEqual([expect.objectContaining({ id: guest?.id, user_id: null })]);
  });

  test("an account that changes its address takes nobody else's orders along, and leaves its old one to others", async ({
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

    // Whoever has the old address now is somebody else.
    const later = await order(world.client(), { email: "ada@example.com" });
    await expect(ada.client.orders.getOrder({ id: later.id })).rejects.toMatchObject(notFound);
    const heir = await openAccount(world, { email: "ada@example.com" });
    const heirs = await heir.client.customers.getMyCustomer({ storeId });
    expect(heirs.id).not.toBe(me.id);
    expect(
      (await heir.client.customers.listCustomerOrders({ id: heirs.id })).items.map(({ id }) => id),
    ).toEqual([later.id]);
  });

  test("what a deleted account left is its address's: the next who proves it has it", async ({
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

  test("twenty first calls at once make one customer, audited once", async ({ world }) => {
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

  test("a store that nobody named is the Host's; each store has a customer of its own", async ({
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

describe("whose an order is", () => {
  test("of a signed-in customer it is theirs, whatever e-mail it names, and opens without its key", async ({
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

  test("a guest's handle puts no order with another e-mail into an account", async ({ world }) => {
    const { storeId, order } = await openShopFor(world);
    const { client, email } = await openAccount(world);
    const me = await client.customers.getMyCustomer({ storeId });
    const { handle } = await world
      .client()
      .customers.findOrCreateGuest({ storeId, body: { email } });
    await order(world.client(), { customerHandle: handle, email: "eve@example.com" });
    expect((await client.customers.listCustomerOrders({ id: me.id })).items).toEqual([]);
    // With its own proven e-mail it is the account's: the confirmation goes there as well.
    const mine = await order(world.client(), { customerHandle: handle });
    expect(
      (await client.customers.listCustomerOrders({ id: me.id })).items.map(({ id }) => id),
    ).toEqual([mine.id]);
  });

  test("of a guest it is whoever has its address; forty at once make one customer, and nobody's name is changed", async ({
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

  test("without an e-mail it is nobody's", async ({ world }) => {
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
