// @module-tag slow

import { describe, expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { gatewaysOf } from "../../gateways/gateways.ts";
import { createTestGateway } from "../../gateways/test.ts";
import { member } from "../roles/roles.fixture.ts";

const shippingAddress = {
  name: "WIN 1000 EUR now at https://casino-bonus.example, use the code JOE and tell all of your friends",
  address: "www.casino-bonus.example/now",
  city: "Austin",
  postalCode: "78701",
  country: "US",
};

/**
 * Creates a store whose orders are paid immediately with the test provider. In LIVE, the payments count as real money.
 */
async function shop(world: World, slug?: string) {
  const made = createTestGateway(world.services.database, world.services.now);
  world.services.gateways = gatewaysOf([made, { ...made, environment: "LIVE", name: "Card" }]);
  const storeId = await seedStore(
    world,
    slug === undefined ? {} : { slug, host: `${slug}.example` },
  );
  await world.admin.query(
    "insert into shop.payment_providers (store_id, id, provider, environment) values ($1, gen_random_uuid(), 'OTHER', 'LIVE')",
    [storeId],
  );
  await world.admin.query("update shop.shipping_rates set name = $2 where store_id = $1", [
    storeId,
    "Post http://evil.example/win now",
  ]);
  const { variantIds } = await seedProduct(world, storeId, { stock: 500 });
  const buy = async (email: string) => {
    const order = await world.client().orders.createOrder({
      storeId,
      body: { items: [{ variantId: variantIds[0] ?? "", quantity: 1 }], email, shippingAddress },
    });
    const { id, orderKey } = order;
    const { payments } = world.client({ orderKey });
    const intent = await payments.createPaymentIntent({ id, body: { provider: "other" } });
    await payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
    const body = { provider: "other", paymentIntentId: intent.id };
    expect(await payments.processPayment({ id, body })).toMatchObject({ orderStatus: "PAID" });
    return order;
  };
  const buyOften = async (email: string, times: number) => {
    for (let i = 0; i < times; i += 1) await buy(email);
    return mailsTo(world, email);
  };
  const goLive = async () => {
    const owner = await member(world, storeId, "ADMIN");
    await owner.stores.updateStore({ id: storeId, body: { environment: "LIVE" } });
  };
  return { storeId, buy, buyOften, goLive };
}

async function mailsTo(world: World, email: string) {
  return (await world.sendMails()).filter(({ to }) => to === email);
}

/** Sets how many emails a rate limit's bucket has counted, for this hour and the next. */
const counted = (world: World, bucket: string, calls: number) =>
  world.admin.query(
    `insert into shop.rate_limits (bucket, window_start, calls)
     select $1, date_trunc('hour', now()) + n * interval '1 hour', $2 from generate_series(0, 1) n`,
    [bucket, calls],
  );

describe("a test order's mail", () => {
  test("goes to an address only a few times an hour, but the orders still succeed", async ({
    world,
  }) => {
    const { buyOften } = await shop(world);
    const mails = await buyOften("someone@elsewhere.example", 12);
    // The limit resets if a new hour starts in between.
    expect(mails.length).toBeGreaterThanOrEqual(5);
    expect(mails.length).toBeLessThanOrEqual(10);
    const { rows } = await world.admin.query(
      "select outcome, count(*)::int as n from shop.mails group by 1 order by 1",
    );
    expect(rows).toContainEqual({ outcome: "dropped", n: 12 - mails.length });
  });

  test("always reaches the store's own staff", async ({ world }) => {
    const { storeId, buyOften } = await shop(world);
    await member(world, storeId, "ADMIN");
    const found = await queryable(world.admin).row<{ email: string }>(
      sql`select u.email from shop.users u join shop.role_assignments a on a.user_id = u.id where a.store_id = ${storeId}`,
    );
    await counted(world, `store mail order-confirmation rest ${storeId}`, 100);
    expect(await buyOften(found?.email ?? "", 7)).toHaveLength(7);
  });

  test("is limited per store for people outside the store, regardless of the address", async ({
    world,
  }) => {
    const { storeId, buyOften } = await shop(world);
    await counted(world, `store mail order-confirmation rest ${storeId}`, 99);
    expect(await buyOften("one@elsewhere.example", 1)).toHaveLength(1);
    expect(await buyOften("two@elsewhere.example", 1)).toHaveLength(0);
  });

  test("counts toward the limit of an owner of several stores", async ({ world }) => {
    const { storeId, buyOften } = await shop(world);
    await member(world, storeId, "ADMIN");
    const owner = await queryable(world.admin).row<{ id: string }>(
      sql`select user_id as id from shop.role_assignments where store_id = ${storeId}`,
    );
    await counted(world, `owner mail order-confirmation rest ${owner?.id}`, 150);
    expect(await buyOften("one@elsewhere.example", 1)).toHaveLength(0);
  });

  test("of one store does not use up another store's limit", async ({ world }) => {
    const mine = await shop(world, "mine");
    const yours = await shop(world, "yours");
    await mine.buyOften("ada@elsewhere.example", 12);
    const before = world.mails.length;
    await yours.buyOften("ada@elsewhere.example", 1);
    expect(world.mails.length - before).toBe(1);
  });

  test("is marked as a test, and shortens the buyer's text without links", async ({ world }) => {
    const { buyOften } = await shop(world);
    const [mail] = await buyOften("ada@elsewhere.example", 1);
    expect(mail?.subject).toMatch(/^Test order: Your order /);
    expect(mail?.text).toMatch(/^.*\n\nThis is test order .*No money was taken/);
    expect(`${mail?.html}${mail?.text}`).not.toMatch(
      /casino-bonus\.example|https:\/\/casino|friends|evil\.example/,
    );
    expect(mail?.text).toContain("WIN 1000 EUR now at https //casino-bonus…");
    expect(mail?.from.address).toBe("no-reply@localhost");
  });
});

test("an order paid with real money always sends its mail, complete and unmarked", async ({
  world,
}) => {
  const { storeId, buyOften, goLive } = await shop(world);
  await goLive();
  await counted(world, `store mail order-confirmation rest ${storeId}`, 1000);
  const mails = await buyOften("ada@elsewhere.example", 7);
  expect(mails).toHaveLength(7);
  expect(mails[0]?.subject).toMatch(/^Your order /);
  expect(mails[0]?.text).toContain("https://casino-bonus.example");
});
