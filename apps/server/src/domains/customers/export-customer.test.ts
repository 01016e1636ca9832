import { expect } from "vitest";
import { test } from "#tests/world.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { openAccount, openShopFor, shippingAddress } from "./customers.fixture.ts";

test("a person gets all data about them, and staff the same except the account, without other people's data", async ({
  world,
}) => {
  const { storeId, productId, order, pay } = await openShopFor(world);
  const { client, userId, email } = await openAccount(world);
  const { id } = await client.customers.getMyCustomer({ storeId });
  const placed = await order(client, { email });
  await pay(placed);
  await pay(await order(world.client(), { email: "other@example.com" }));
  await client.customers.createAddress({ id, body: shippingAddress });
  await client.customers.updateCustomer({ id, body: { newsletter: true } });
  await client.customers.updateCustomer({ id, body: { newsletter: false } });
  await client.reviews.createReview({ productId, body: { name: "Ada", title: "T", content: "C" } });
  const staff = await staffClient(world, storeId, "STAFF");
  await staff.customers.updateCustomer({ id, body: { note: "Likes linen" } });

  const mine = await client.customers.exportCustomer({ id });
  expect(mine).toMatchObject({
    store: { id: storeId },
    customer: { id, email, note: "Likes linen", orderCount: 1 },
    formerEmails: [],
    account: { id: userId, email },
    addresses: [{ city: "Austin", isDefault: true }],
    orders: {
      items: [
        {
          id: placed.id,
          items: [{ productId }],
          payments: [{ status: "COMPLETED", amount: placed.total }],
        },
      ],
      next: null,
    },
    reviews: [{ title: "T", status: "PENDING" }],
    subscriptions: [
      {
        email,
        source: "newsletter",
        confirmedAt: expect.any(String),
        unsubscribedAt: expect.any(String),
      },
    ],
  });
  expect(JSON.stringify(mine)).not.toContain("other@example.com");
  const theirs = await staff.customers.exportCustomer({ id });
  expect({ ...theirs, exportedAt: null }).toEqual({ ...mine, account: null, exportedAt: null });
  const { rows } = await world.admin.query(
    "select actor_kind from shop.audit_entries where action = 'OTHER' order by id",
  );
  expect(rows).toEqual([{ actor_kind: "customer" }, { actor_kind: "user" }]);
});

test("many orders are returned in pages, each once", async ({ world }) => {
  const { storeId, order } = await openShopFor(world);
  const { client, email } = await openAccount(world);
  const { id } = await client.customers.getMyCustomer({ storeId });
  const placed = await order(client, { email });
  await world.admin.query(
    `insert into shop.orders (store_id, id, order_number, key_hash, currency, subtotal_minor, discount_minor, shipping_minor, tax_minor,
       total_minor, customer_id, cancelled_at, payment_state)
     select store_id, gen_random_uuid(), 'N-' || n, key_hash, currency, 100, 0, 0, 0, 100, customer_id, now(), 'cancelled'
     from shop.orders, generate_series(1, 150) n where id = $1`,
    [placed.id],
  );
  const first = await client.customers.exportCustomer({ id });
  const second = await client.customers.exportCustomer({ id, after: first.orders.next ?? "" });
  const ids = [...first.orders.items, ...second.orders.items].map((one) => one.id);
  expect([first.orders.items.length, second.orders.next]).toEqual([100, null]);
  expect(new Set(ids).size).toBe(151);
});
