// @module-tag slow

import { expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { member } from "../roles/roles.fixture.ts";

const shippingAddress = {
  name: "Ada",
  address: "1 Main St",
  city: "Austin",
  postalCode: "78701",
  country: "US",
};

/** Creates a store with free shipping and a discount code for 100%. Its owner switches the store to LIVE. */
async function liveStore(world: World, slug = "mine") {
  const storeId = await seedStore(world, { slug, host: `${slug}.example` });
  const { variantIds } = await seedProduct(world, storeId, { stock: 5000 });
  await world.admin.query("update shop.shipping_rates set price_minor = 0");
  await world.admin.query(
    `insert into shop.discounts (store_id, id, code, type, value) values ($1, gen_random_uuid(), 'ALL', 'PERCENTAGE', 10000)`,
    [storeId],
  );
  const owner = await member(world, storeId, "ADMIN");
  await owner.stores.updateStore({ id: storeId, body: { environment: "LIVE" } });
  const take = (email: string, client = world.client()) =>
    client.orders.createOrder({
      storeId,
      body: {
        items: [{ variantId: variantIds[0] ?? "", quantity: 1 }],
        discountCode: "ALL",
        email,
        shippingAddress,
      },
    });
  /** Places free orders, each with a different email address, and returns how many confirmations were sent. */
  const mailsOf = async (orders: number) => {
    const before = world.mails.length;
    for (let i = 0; i < orders; i += 1) await take(`${newId()}@elsewhere.example`);
    await world.sendMails();
    return world.mails.length - before;
  };
  return { storeId, owner, take, mailsOf };
}

/** Gives the store an order that looks paid with real money. */
async function sell(world: World, { take }: Pick<Awaited<ReturnType<typeof liveStore>>, "take">) {
  const { id } = await take("buyer@elsewhere.example");
  await world.admin.query(
    "update shop.orders set subtotal_minor = 5000, total_minor = 5000, discount_minor = 0 where id = $1",
    [id],
  );
  await world.admin.query(
    `insert into shop.payments (store_id, id, order_id, provider, environment, provider_id, amount_minor, currency, state)
     select store_id, gen_random_uuid(), id, 'STRIPE', 'LIVE', 'pi_1', total_minor, currency, 'completed' from shop.orders where id = $1`,
    [id],
  );
}

/** Sets how many emails a rate limit's bucket has counted, for this hour and the next. */
const counted = (world: World, bucket: string, calls: number) =>
  world.admin.query(
    `insert into shop.rate_limits (bucket, window_start, calls)
     select $1, date_trunc('hour', now()) + n * interval '1 hour', $2 from generate_series(0, 1) n
     on conflict (bucket, window_start) do update set calls = $2`,
    [bucket, calls],
  );

test("a store without sales that switched to LIVE sends no more mails than a test store", async ({
  world,
}) => {
  const { storeId, mailsOf } = await liveStore(world);
  await counted(world, `store mail order-confirmation rest ${storeId}`, 98);
  expect(await mailsOf(5)).toBe(2);
  const subscribe = () =>
    world
      .client()
      .customers.subscribe({ storeId, body: { email: `${newId()}@elsewhere.example` } });
  await counted(world, `store mail subscription-asked rest ${storeId}`, 99);
  const before = world.mails.length;
  await subscribe();
  for (let i = 0; i < 2; i += 1)
    await expect(subscribe()).rejects.toMatchObject({ code: "RATE_LIMITED" });
  await world.sendMails();
  expect(world.mails.length - before).toBe(1);
});

test("a store with sales sends more subscription confirmations, but no more free order confirmations", async ({
  world,
}) => {
  const store = await liveStore(world);
  const { storeId, mailsOf } = store;
  await sell(world, store);
  await world.sendMails();
  await counted(world, `store mail order-confirmation rest ${storeId}`, 98);
  expect(await mailsOf(5)).toBe(2);
  await counted(world, `store mail subscription-asked rest ${storeId}`, 500);
  await world.client().customers.subscribe({ storeId, body: { email: "ada@elsewhere.example" } });
  await world.sendMails();
  expect(world.mails.map(({ to }) => to)).toContain("ada@elsewhere.example");
});

test("free orders and subscription requests do not use up the invitations of the store or its owner's other stores", async ({
  world,
}) => {
  const { storeId, owner, mailsOf } = await liveStore(world);
  for (const of of [`store mail order-confirmation rest ${storeId}`, `store mail ${storeId}`])
    await counted(world, of, 100);
  for (const kind of ["", "order-confirmation rest ", "subscription-asked rest "])
    await counted(world, `owner mail ${kind}${owner.userId}`, 300);
  expect(await mailsOf(2)).toBe(0);
  const { items: roles } = await owner.roles.listRoles({ storeId });
  const body = { email: "grace@elsewhere.example", roleId: roles[0]?.id ?? "" };
  await owner.invitations.createInvitation({ storeId, body });
  await world.sendMails();
  expect(world.mails.map(({ to }) => to)).toContain("grace@elsewhere.example");
});

test("an address gets only a few confirmations of free orders in LIVE", async ({ world }) => {
  const { take } = await liveStore(world);
  for (let i = 0; i < 12; i += 1) await take("someone@elsewhere.example");
  // The limit resets if a new hour starts in between.
  expect((await world.sendMails()).length).toBeLessThanOrEqual(10);
});

test("all stores without sales share a limit", async ({ world }) => {
  const quiet = await liveStore(world, "quiet");
  await counted(world, "unsold stores mail order-confirmation rest of young accounts", 749);
  expect(await quiet.mailsOf(3)).toBe(1);
  await world.admin.query("update shop.users set created_at = now() - interval '25 hours'");
  expect(await quiet.mailsOf(1)).toBe(1);
  await counted(world, "unsold stores mail order-confirmation rest", 750);
  expect(await quiet.mailsOf(1)).toBe(0);
  await sell(world, quiet);
  await world.sendMails();
  expect(await quiet.mailsOf(1)).toBe(1);
});

test("mails beyond a store's limit do not count against the limit shared by all stores", async ({
  world,
}) => {
  const { storeId, mailsOf } = await liveStore(world);
  await counted(world, `store mail order-confirmation rest ${storeId}`, 100);
  expect(await mailsOf(4)).toBe(0);
  const { rows } = await world.admin.query(
    "select from shop.rate_limits where bucket like 'unsold stores mail %'",
  );
  expect(rows).toEqual([]);
});

test.extend({ options: { rateLimits: true } })(
  "an IP address causes only a few confirmations across all stores, and other people's are still sent",
  async ({ world }) => {
    const take = async (slug: string, orders: number, address: string) => {
      const store = await liveStore(world, slug);
      for (let i = 0; i < orders; i += 1) {
        await world.admin.query("delete from shop.rate_limits where bucket not like '%mail%'");
        await store.take(`${newId()}@elsewhere.example`, world.client({ address }));
      }
    };
    for (let n = 0; n < 6; n += 1) await take(`s${n}`, 4, "192.0.2.30");
    const { rows } = await world.admin.query(
      "select from shop.orders where mail_callers = '{}' or mail_callers::text like '%192%'",
    );
    expect(rows).toEqual([]);
    await world.sendMails();
    const traces = async () => {
      await world.services.database.worker.query("select door.sweep_away()");
      const { rowCount } = await world.admin.query(
        "select from shop.orders where mail_callers <> '{}'",
      );
      return rowCount;
    };
    const placed = await traces();
    expect(placed).toBeGreaterThan(0);
    await world.admin.query(
      `update shop.orders set created_at = created_at - interval '25 hours'
       where id = (select id from shop.orders order by id limit 1)`,
    );
    expect(await traces()).toBe((placed ?? 0) - 1);
    const { rows: sums } = await world.admin.query<{ sum: number }>(
      `select sum(calls)::int as sum from shop.rate_limits where bucket like 'unsold stores mail %'
       group by window_start order by 1 desc limit 1`,
    );
    expect(sums[0]?.sum).toBeLessThanOrEqual(20);
    const before = world.mails.length;
    await take("quiet", 1, "198.51.100.8");
    expect((await world.sendMails()).length).toBe(before + 1);
  },
);
