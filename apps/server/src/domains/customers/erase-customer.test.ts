import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test, type World } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { openAccount, openShopFor, shippingAddress, tablesWith } from "./customers.fixture.ts";

const email = "ada.lovelace@example.com";
const personal = [
  email,
  "Lovelace",
  "Analytical",
  "555 0100",
  "Ring twice",
  "first.address@example.com",
];

/** Creates a customer with personal data in many tables. */
async function person(world: World) {
  const shop = await openShopFor(world);
  const { storeId, productId, order, pay } = shop;
  const staff = await staffClient(world, storeId, "STAFF");
  const guest = world.client();
  await guest.customers.subscribe({ storeId, body: { email } });
  const first = await order(guest, { email, note: "Ring twice" }, "first");
  await pay(first);
  await guest.reviews.createReview({
    productId,
    body: {
      name: "A. Lovelace",
      title: "Good",
      content: "Fits.",
      order: { reference: first.orderNumber, email },
    },
  });
  const { userId, client } = await openAccount(world, { email: "first.address@example.com" });
  await client.customers.getMyCustomer({ storeId });
  await world.admin.query("update shop.users set email = $2 where id = $1", [userId, email]);
  const me = await client.customers.getMyCustomer({ storeId });
  const { id } = me;
  const address = await client.customers.createAddress({ id, body: shippingAddress });
  await client.customers.createAddress({ id, body: shippingAddress });
  await client.customers.deleteAddress({ id, addressId: address.id });
  await client.customers.updateCustomer({
    id,
    body: { name: "Countess Lovelace", phone: "+1 512 555 0100", newsletter: true },
  });
  await staff.customers.updateCustomer({ id, body: { note: "Ring twice", tags: ["Lovelace"] } });
  const owner = await staffClient(world, storeId, "ADMIN");
  const { items: roles } = await owner.roles.listRoles({ storeId });
  await owner.invitations.createInvitation({
    storeId,
    body: { email, roleId: roles[0]?.id ?? "" },
  });
  await client.reviews.createReview({
    productId,
    body: { name: "Ada Lovelace", title: "Good", content: "Fits." },
  });
  const second = await order(client, { email: "gift@example.com", note: "Ring twice" }, "second");
  await pay(second);
  return { ...shop, staff, client, id, userId, orders: [first, second] };
}

const send = (world: World) =>
  world.admin.query(
    `with o as (update shop.orders set fulfillment_state = 'fulfilled' where paid_at is not null returning store_id, id)
       , s as (insert into shop.shipments (store_id, id, order_id, status, tracking_number, shipped_at)
         select store_id, gen_random_uuid(), id, 'SHIPPED', 'Lovelace 1', now() from o returning store_id, id, order_id)
       , l as (insert into shop.shipment_lines (store_id, order_id, shipment_id, order_item_id, location, quantity)
         select i.store_id, i.order_id, s.id, i.id, 'main', i.quantity from s
         join shop.order_items i on i.store_id = s.store_id and i.order_id = s.order_id)
       update shop.order_items i set fulfilled_quantity = quantity from o where i.store_id = o.store_id and i.order_id = o.id`,
  );

/** Marks the paid orders as paid with real money. */
const paidForReal = (world: World) =>
  world.admin.query(
    "update shop.orders set test_held_until = null, payment_environment = 'LIVE', held_by_address = null, held_by_user = null where paid_at is not null",
  );

test("a region entered as free text is not kept after erasure", async ({ world }) => {
  const { storeId, order, pay } = await openShopFor(world);
  const made = await order(world.client(), { email });
  await pay(made);
  await paidForReal(world);
  await send(world);
  const typed = {
    ...shippingAddress,
    country: "IT",
    region: "REGION LOVELACE",
    postalCode: "20123",
  };
  await world.admin.query("update shop.orders set shipping_address = $1", [JSON.stringify(typed)]);
  const { rows } = await world.admin.query<{ id: string }>("select id from shop.customers");
  const staff = await staffClient(world, storeId, "STAFF");
  await staff.customers.eraseCustomer({ id: rows[0]?.id ?? "" });
  expect(await tablesWith(world, ["Lovelace"])).toEqual([]);
  const kept = await world.admin.query("select kept_country, kept_region from shop.orders");
  expect(kept.rows).toEqual([{ kept_country: "IT", kept_region: null }]);
});

describe("an erased person", () => {
  test("leaves only totals, dates, items and the tax region in all tables", async ({ world }) => {
    const { storeId, staff, id, orders } = await person(world);
    await send(world);
    expect((await tablesWith(world, personal)).length).toBeGreaterThan(10);
    await staff.customers.eraseCustomer({ id });

    expect(
      await tablesWith(world, personal.slice(1), [
        "users",
        "account_mails",
        "account_entries",
        "mailed_tokens",
      ]),
    ).toEqual([]);
    expect(
      await tablesWith(
        world,
        [email],
        ["users", "account_mails", "account_entries", "mailed_tokens"],
      ),
    ).toEqual([]);
    expect(await imbalances(world)).toEqual([]);
    const { rows } = await world.admin.query(
      "select total_minor > 0 as total, paid_at is not null as paid, customer_id is not null as known, kept_country, kept_region from shop.orders order by id",
    );
    const stored = {
      total: true,
      paid: true,
      known: true,
      kept_country: "US",
      kept_region: "TX",
    };
    expect(rows).toEqual([stored, stored]);
    const [first] = orders;
    expect(await staff.orders.getOrder({ id: first?.id ?? "" })).toMatchObject({
      customer: { email: null },
      shippingAddress: null,
      total: first?.total,
      createdAt: first?.createdAt,
    });
    await expect(
      world.client().orders.getOrderThankYou({ id: first?.orderNumber ?? "", emailOrder: email }),
    ).rejects.toMatchObject({ code: "ORDER_NOT_FOUND" });
    expect((await staff.customers.listCustomers({ storeId, search: "ada" })).total).toBe(0);
    const { rows: trail } = await world.admin.query(
      "select action, actor_kind, before, after from shop.audit_entries where entity_type = 'customer' and entity_id = $1 order by created_at desc, id desc limit 1",
      [id],
    );
    expect(trail).toEqual([{ action: "DELETE", actor_kind: "user", before: null, after: null }]);
  });

  test("can be erased twice, is no longer found, and can register again", async ({ world }) => {
    const { storeId, staff, client, id, order } = await person(world);
    await send(world);
    await client.customers.eraseCustomer({ id });
    await staff.customers.eraseCustomer({ id });
    for (const call of [
      () => client.customers.eraseCustomer({ id }),
      () => client.customers.getCustomer({ id }),
      () => staff.customers.getCustomer({ id }),
      () => staff.customers.listCustomerOrders({ id }),
      () => staff.customers.createAddress({ id, body: shippingAddress }),
      () => staff.customers.exportCustomer({ id }),
    ])
      await expect(call()).rejects.toMatchObject({ code: "NOT_FOUND" });
    const placed = await order(world.client(), { email });
    const again = await client.customers.getMyCustomer({ storeId });
    expect(again.id).not.toBe(id);
    expect(
      (await client.customers.listCustomerOrders({ id: again.id })).items.map((one) => one.id),
    ).toEqual([placed.id]);
  });

  test("is not erased while orders are unfulfilled, and the error lists these orders", async ({
    world,
  }) => {
    const { staff, id, orders } = await person(world);
    await paidForReal(world);
    await expect(staff.customers.eraseCustomer({ id })).rejects.toMatchObject({
      code: "OPEN_ORDERS",
      statusCode: 409,
      details: { orders: orders.map((one) => one.orderNumber) },
    });
    expect((await staff.customers.getCustomer({ id })).email).toBe(email);
    await world.admin.query(
      "update shop.order_items set fulfilled_quantity = quantity where order_id = $1",
      [orders[0]?.id],
    );
    await expect(staff.customers.eraseCustomer({ id })).rejects.toMatchObject({
      details: { orders: [orders[1]?.orderNumber] },
    });
  });

  test("gets an error that says what to do: cancel unpaid orders, wait for paid ones, or write to the store", async ({
    world,
  }) => {
    const { storeId, order, pay } = await openShopFor(world);
    const staff = await staffClient(world, storeId, "STAFF");
    const { client, userId } = await openAccount(world, { email });
    const { id } = await client.customers.getMyCustomer({ storeId });
    const [paid, unpaid] = [await order(client, { email }), await order(client, { email })];
    await pay(paid);
    await paidForReal(world);
    const refusal = (caller: typeof client) =>
      caller.customers.eraseCustomer({ id }).catch((error: unknown) => error);
    expect(await refusal(client)).toMatchObject({
      code: "OPEN_ORDERS",
      message: expect.stringMatching(
        /^You have open orders\. Cancel the unpaid ones.*Paid orders.*shipped.*write to hello@sartoria\.example/,
      ),
      details: { orders: [paid.orderNumber, unpaid.orderNumber], paid: [paid.orderNumber] },
    });
    await client.orders.cancelOrder({ id: unpaid.id });
    expect(await refusal(client)).toMatchObject({
      message: expect.not.stringContaining("unpaid"),
      details: { orders: [paid.orderNumber], paid: [paid.orderNumber] },
    });
    expect(await refusal(staff)).toMatchObject({
      message: expect.not.stringMatching(/write to/i),
    });
    // Open orders block erasing the customer, but not deleting the account.
    await client.users.deleteUser({ id: userId });
    await world.admin.query(
      "update shop.order_items set fulfilled_quantity = quantity where order_id = $1",
      [paid.id],
    );
    await staff.customers.eraseCustomer({ id });
  });

  test("is erased despite orders that others placed with their email, and these orders lose the email, too", async ({
    world,
  }) => {
    const { storeId, order, pay } = await openShopFor(world);
    const { client } = await openAccount(world, { email });
    const { id } = await client.customers.getMyCustomer({ storeId });
    const anonymous = world.client();
    const [paid, begun] = [await order(anonymous, { email }), await order(anonymous, { email })];
    await pay(paid);
    await world
      .client({ orderKey: begun.orderKey })
      .payments.createPaymentIntent({ id: begun.id, body: { provider: "other" } });
    await order(anonymous, { email, note: "Ring twice" });
    const own = await order(client, { email });
    await expect(client.customers.eraseCustomer({ id })).rejects.toMatchObject({
      code: "OPEN_ORDERS",
      details: { orders: [own.orderNumber] },
    });
    await client.orders.cancelOrder({ id: own.id });
    await client.customers.eraseCustomer({ id });
    const { rows } = await world.admin.query(
      "select cancel_reason, email, shipping_address, placed_by from shop.orders order by id",
    );
    const gone = { email: null, shipping_address: null, placed_by: null };
    expect(rows).toEqual([
      { cancel_reason: null, ...gone },
      ...Array.from({ length: 3 }, () => ({ cancel_reason: "cancelled", ...gone })),
    ]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("is not erased while an order that another person paid with real money is open", async ({
    world,
  }) => {
    const { storeId, order, pay } = await openShopFor(world);
    const { client } = await openAccount(world, { email });
    const { id } = await client.customers.getMyCustomer({ storeId });
    const paid = await order(world.client(), { email });
    await pay(paid);
    await paidForReal(world);
    await expect(client.customers.eraseCustomer({ id })).rejects.toMatchObject({
      code: "OPEN_ORDERS",
      details: { orders: [paid.orderNumber] },
    });
  });

  test("erasing a guest ends unpaid orders, and a repeated order request still finds its order without personal data", async ({
    world,
  }) => {
    const { order, storeId } = await openShopFor(world);
    const staff = await staffClient(world, storeId, "STAFF");
    const sent = { email, note: "Ring twice", vatId: "DE136695976" };
    const placed = await order(world.client(), sent, "once");
    expect(placed).toMatchObject({ vatId: "DE136695976" });
    const { rows } = await world.admin.query<{ id: string }>("select id from shop.customers");
    const id = rows[0]?.id ?? "";
    await staff.customers.eraseCustomer({ id });
    expect(await staff.orders.getOrder({ id: placed.id })).toMatchObject({ status: "CANCELLED" });
    expect(await staff.orders.getOrder({ id: placed.id })).toMatchObject({ vatId: null });
    const repeated = await order(world.client(), sent, "once");
    expect(repeated).toMatchObject({
      id: placed.id,
      vatId: null,
      customer: { email: null },
      shippingAddress: null,
      note: null,
    });
  });

  test("orders placed during an erasure either block it or belong to a new customer, and never keep personal data", async ({
    world,
  }) => {
    const { order, storeId } = await openShopFor(world);
    const staff = await staffClient(world, storeId, "STAFF");
    const { id } = await staff.customers.createCustomer({ storeId, body: { email } });
    const [erased] = await Promise.all([
      staff.customers.eraseCustomer({ id }).then(
        () => true,
        () => false,
      ),
      ...Array.from({ length: 12 }, () => order(world.client(), { email })),
    ]);
    const { rows } = await world.admin.query<{ left: number }>(
      "select count(*)::int as left from shop.orders o join shop.customers c on c.id = o.customer_id where c.erased_at is not null and o.email is not null",
    );
    expect(rows[0]?.left).toBe(0);
    // Orders from before the erasure have no personal data; later ones belong to a new customer.
    const { rows: stored } = await world.admin.query<{ orders: number; customers: number }>(
      `select count(*)::int as orders, count(distinct customer_id)::int as customers from shop.orders
       where email is not null`,
    );
    const { rowCount: people } = await world.admin.query(
      "select from shop.customers where erased_at is null",
    );
    expect(stored[0]?.customers).toBe(people);
    expect(people).toBe(stored[0]?.orders === 0 ? 0 : 1);
    expect(erased || stored[0]?.orders === 12).toBe(true);
  });

  test("a person can't erase another, not even by calling the SECURITY DEFINER functions directly", async ({
    world,
  }) => {
    const { storeId, id } = await person(world);
    await send(world);
    const other = await openAccount(world);
    const theirs = await other.client.customers.getMyCustomer({ storeId });
    await expect(other.client.customers.eraseCustomer({ id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const { app } = world.services.database;
    for (const enter of [
      ["select door.enter_customer($1, $2)", [other.userId, storeId]],
      ["select door.enter_shopper($1)", [storeId]],
      ["select door.enter_checkout($1, $2)", [storeId, newId()]],
    ] as const) {
      const client = await app.connect();
      await client.query("begin");
      await client.query(enter[0], [...enter[1]]);
      await expect(
        client.query("select door.erase_customer($1, 'x', now())", [id]),
      ).rejects.toMatchObject({ code: "VT404" });
      await client.query("rollback");
      client.release();
    }
    expect(theirs.id).not.toBe(id);
  });
});
