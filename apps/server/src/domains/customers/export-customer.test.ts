// @module-tag slow

import { describe, expect } from "vitest";
import { untilBlocked } from "#tests/until-blocked.ts";
import { test } from "#tests/world.ts";
import { workOf } from "#tests/work-of.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { openAccount, openShopFor, shippingAddress } from "./customers.fixture.ts";

test("a person gets all data about themselves, and staff get the same except the account, without other people's data", async ({
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
    orders: [
      {
        id: placed.id,
        items: [{ productId }],
        payments: [{ status: "COMPLETED", amount: placed.total }],
      },
    ],
    next: null,
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

test("a customer with much data gets all of it, each record once, in pages of limited size", async ({
  world,
}) => {
  const { storeId, productId, order } = await openShopFor(world);
  const { client, email } = await openAccount(world);
  const { id } = await client.customers.getMyCustomer({ storeId });
  await client.customers.createAddress({ id, body: shippingAddress });
  const placed = await order(client, { email });
  const fill = (text: string) =>
    world.admin.query(text, [storeId, id, productId, email, placed.id]);
  for (const text of [
    `insert into shop.orders (store_id, id, order_number, key_hash, currency, subtotal_minor, discount_minor, shipping_minor, tax_minor,
       total_minor, customer_id, cancelled_at, payment_state)
     select store_id, gen_random_uuid(), 'N-' || n, key_hash, currency, 100, 0, 0, 0, 100, customer_id, now(), 'cancelled'
     from shop.orders, generate_series(1, 150) n where id = $5 and $1::uuid is not null and $2::uuid is not null and $3::uuid is not null and $4 <> ''`,
    `insert into shop.order_items (store_id, id, order_id, position, product_id, variant_id, link, name, variant_name, quantity, price_minor, total_minor)
     select i.store_id, gen_random_uuid(), o.id, n, product_id, variant_id, link, repeat('あ', 250), variant_name, 1, 1, 1
     from shop.order_items i, shop.orders o, generate_series(1, 20) n
     where i.order_id = $5 and o.id <> $5 and $1::uuid is not null and $2::uuid is not null and $3::uuid is not null and $4 <> ''`,
    `insert into shop.reviews (store_id, id, product_id, name, rating, title, content, customer_id)
     select $1, gen_random_uuid(), $3, 'Ada', 5, 'T', repeat('あ', 5000), $2 from generate_series(1, 300)
     where $4 <> '' and $5::uuid is not null`,
    `insert into shop.contact_messages (store_id, id, name, email, subject, message, created_at)
     select $1, gen_random_uuid(), 'Ada', $4, 'Other', repeat('あ', 4000), now() from generate_series(1, 1100)
     where $2::uuid is not null and $3::uuid is not null and $5::uuid is not null`,
  ])
    await fill(text);
  const seen: Record<string, string[]> = {
    orders: [],
    reviews: [],
    contactMessages: [],
    subscriptions: [],
  };
  let addresses = 0;
  let pages = 0;
  for (let after: string | undefined; pages === 0 || after !== undefined; pages += 1) {
    const page = await client.customers.exportCustomer({ id, ...(after && { after }) });
    expect(JSON.stringify(page).length).toBeLessThan(700_000);
    seen["orders"]?.push(...page.orders.map((one) => one.id));
    seen["reviews"]?.push(...page.reviews.map((one) => one.id));
    seen["contactMessages"]?.push(...page.contactMessages.map((one) => one.id));
    addresses += page.addresses.length;
    after = page.next ?? undefined;
  }
  const counts = Object.values(seen).map((ids) => [ids.length, new Set(ids).size]);
  expect(counts).toEqual([
    [151, 151],
    [300, 300],
    [1100, 1100],
    [0, 0],
  ]);
  expect(addresses).toBe(1);
  const { rows } = await world.admin.query("select from shop.audit_entries where action = 'OTHER'");
  expect(rows).toHaveLength(1);
});

test("the payments of orders count in a page's size", async ({ world }) => {
  const { storeId, order } = await openShopFor(world);
  const { client, email } = await openAccount(world);
  const { id } = await client.customers.getMyCustomer({ storeId });
  for (let n = 0; n < 4; n += 1) await order(client, { email });
  await world.admin.query(
    `insert into shop.payments (store_id, id, order_id, environment, amount_minor, currency, state, method, received_on, note)
     select store_id, gen_random_uuid(), id, 'TEST', 1, currency, 'completed', 'CASH', current_date, repeat('n', 1000)
     from shop.orders, generate_series(1, 100)`,
  );
  const first = await client.customers.exportCustomer({ id });
  expect(first.orders).toHaveLength(3);
  const second = await client.customers.exportCustomer({ id, after: first.next ?? "" });
  expect([second.orders.length, second.next]).toEqual([1, null]);
});

test("an order that was changed hundreds of times includes all texts, and the details of its newest events", async ({
  world,
}) => {
  const { storeId, order } = await openShopFor(world);
  const { client, email } = await openAccount(world);
  const { id } = await client.customers.getMyCustomer({ storeId });
  const placed = await order(client, { email });
  await world.admin.query(
    `insert into shop.order_events (store_id, id, order_id, kind, actor_kind, text, data)
     select store_id, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, id, 'lines-changed', 'system', 'Reason ' || n,
       jsonb_build_object('lines', repeat('l', 20000)) from shop.orders, generate_series(1, 300) n where id = $1`,
    [placed.id],
  );
  const page = await client.customers.exportCustomer({ id });
  const events = page.orders[0]?.events.filter(({ kind }) => kind === "lines-changed") ?? [];
  expect(events.map(({ text }) => text)).toEqual(
    Array.from({ length: 300 }, (_, n) => `Reason ${n + 1}`),
  );
  expect(events.filter(({ data }) => "lines" in data)).toHaveLength(9);
  expect(events.at(-1)?.data).toHaveProperty("lines");
  expect(JSON.stringify(page).length).toBeLessThan(300_000);
});

test("rejects an `after` that is not the `next` of a page", async ({ world }) => {
  const { storeId } = await openShopFor(world);
  const { client } = await openAccount(world);
  const { id } = await client.customers.getMyCustomer({ storeId });
  for (const after of ["", "notes.", "orders.1", `orders.${id}'`])
    await expect(client.customers.exportCustomer({ id, after })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: "after" }],
    });
});

test("exports of a customer leave one entry an hour for each caller", async ({ world }) => {
  const { storeId, order } = await openShopFor(world);
  const { client, email } = await openAccount(world);
  const { id } = await client.customers.getMyCustomer({ storeId });
  await order(client, { email });
  const staff = await staffClient(world, storeId, "STAFF");
  const audits = async () => {
    const { rows } = await world.admin.query(
      "select actor_kind from shop.audit_entries where action = 'OTHER' order by id",
    );
    return rows;
  };
  await client.customers.exportCustomer({ id });
  const again = await workOf(() => client.customers.exportCustomer({ id }));
  expect(again.statements.filter((text) => text.includes("insert into shop.audit"))).toEqual([]);
  expect(await audits()).toEqual([{ actor_kind: "customer" }]);
  await staff.customers.exportCustomer({ id });
  await staff.customers.exportCustomer({ id });
  expect(await audits()).toEqual([{ actor_kind: "customer" }, { actor_kind: "user" }]);
  await world.admin.query(
    "update shop.rate_limits set window_start = window_start - interval '1 hour' where bucket like 'export%'",
  );
  await client.customers.exportCustomer({ id });
  expect(await audits()).toHaveLength(3);
});

test("an export sends its reads together, and doesn't wait for one before the next", async ({
  world,
}) => {
  const { storeId } = await openShopFor(world);
  const { client } = await openAccount(world);
  const { id } = await client.customers.getMyCustomer({ storeId });
  const lock = await world.admin.connect();
  await lock.query("begin; lock table shop.wishlist_items in access exclusive mode");
  const { statements } = await workOf(async () => {
    const exported = client.customers.exportCustomer({ id });
    await untilBlocked(world);
    await lock.query("rollback -- the export waits");
    await exported;
  }).finally(() => lock.release(true));
  const sent = statements.slice(0, statements.indexOf("rollback -- the export waits"));
  for (const part of ["shop.wishlist_items", "shop.order_items", "door.subscriptions_of"])
    expect(sent.filter((text) => text.includes(part))).toHaveLength(1);
});

describe("with limits", () => {
  const limited = test.extend({ options: { rateLimits: true } });

  limited(
    "an account may begin six exports a minute, whatever its addresses",
    async ({ world }) => {
      const { storeId } = await openShopFor(world);
      const [mine, other] = [await openAccount(world), await openAccount(world)];
      const { id } = await mine.client.customers.getMyCustomer({ storeId });
      const { id: othersId } = await other.client.customers.getMyCustomer({ storeId });
      const from = (n: number) =>
        world.client({ accessToken: mine.accessToken, address: `198.51.100.${n}` }).customers;
      for (let n = 1; n <= 6; n += 1)
        expect(await from(n).exportCustomer({ id })).toHaveProperty("next", null);
      const counted = await world.admin.query(
        "select sum(calls)::int as calls from shop.rate_limits where bucket like 'exports %'",
      );
      expect(counted.rows).toEqual([{ calls: 60 }]);
      // Counted in this minute and the next one, in case the minute ends.
      await world.admin.query(`
        insert into shop.rate_limits as r (bucket, window_start, calls)
        select bucket, window_start + n * interval '1 minute', 60 from shop.rate_limits, generate_series(0, 1) n
        where bucket like 'exports %' order by window_start desc limit 2
        on conflict (bucket, window_start) do update set calls = greatest(r.calls, excluded.calls)`);
      await expect(from(7).exportCustomer({ id })).rejects.toMatchObject({ code: "RATE_LIMITED" });
      await other.client.customers.exportCustomer({ id: othersId });
      const { rows } = await world.admin.query(
        "select sum(calls)::int as calls from shop.rate_limits where bucket = $1",
        [`writes of customer ${id}`],
      );
      expect(rows).toEqual([{ calls: 6 }]);
    },
  );

  limited("the pages of a large export count less than its beginning", async ({ world }) => {
    const { storeId } = await openShopFor(world);
    const { client } = await openAccount(world);
    const { id } = await client.customers.getMyCustomer({ storeId });
    await client.customers.exportCustomer({ id });
    for (let n = 0; n < 8; n += 1)
      await client.customers.exportCustomer({ id, after: "contactMessages." });
    await client.customers.exportCustomer({ id });
  });
});
