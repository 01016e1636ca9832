import { describe, expect } from "vitest";
import { test } from "#tests/world.ts";
import { createJobs } from "../../jobs.ts";
import { runJobs } from "#tests/run-jobs.ts";
import {
  listen,
  openPayment,
  openWebhookShop,
  processEvents,
  storedEvents,
  takeMoney,
} from "./webhooks.fixture.ts";

const providers = ["paypal", "stripe"] as const;

describe.each(providers)("events of %s", (provider) => {
  test("complete an order once after its response was lost, however often and in whatever order they arrive", async ({
    world,
  }) => {
    const shop = await openWebhookShop(world, await listen(world), provider);
    const { control } = shop.standin;
    const payment = await openPayment(world, shop);
    await takeMoney(shop, payment);
    expect(await payment.status()).toBe("PENDING");
    await control.webhooks.mode({ hold: false, copies: 3 });
    await control.webhooks.release("shuffled");
    await control.webhooks.drain();
    const events = await storedEvents(world);
    expect(events.length).toBeGreaterThan(1);
    expect(new Set(events.map(({ event_id: id }) => id)).size).toBe(events.length);
    // The delivery is accepted, but not processed yet: nothing has changed.
    expect(await payment.status()).toBe("PENDING");
    expect(events.every(({ status }) => status === "RECEIVED")).toBe(true);
    await processEvents(world);
    expect(await payment.status()).toBe("COMPLETED");
    for (const event of await storedEvents(world))
      expect(event).toMatchObject({ status: "PROCESSED", order_id: payment.id, error: null });
    expect(await world.sendMails()).toHaveLength(0);

    for (const { id } of await control.webhooks.list()) await control.webhooks.send(id, 5);
    await control.webhooks.drain();
    await processEvents(world);
    for (const { event_id: id } of events) {
      const rows = (await storedEvents(world)).filter((event) => event.event_id === id);
      expect(rows).toMatchObject([{ status: "PROCESSED", attempts: 1 }]);
      expect(rows[0]?.deliveries).toBeGreaterThan(5);
    }
    const { rows } = await world.admin.query("select state from shop.payments");
    expect(rows).toEqual([{ state: "completed" }]);
    expect(await control.ledger({ kind: "capture" })).toHaveLength(1);
  });

  test("have no effect if they are forged, from another account, changed, too old or dated in the future", async ({
    world,
  }) => {
    const listening = await listen(world);
    const shop = await openWebhookShop(world, listening, provider);
    await openWebhookShop(world, listening, provider, "two");
    const { control } = shop.standin;
    const payment = await openPayment(world, shop);
    await takeMoney(shop, payment);
    const id = (await control.webhooks.list()).at(-1)?.id ?? "";
    const ways = ["unsigned", "forged", "foreign", "changed", "old", "future"] as const;
    for (const how of provider === "paypal" ? [...ways, "expired" as const] : ways)
      expect([how, (await control.webhooks.forge(id, how)).status]).toEqual([how, 401]);
    expect(await storedEvents(world)).toEqual([]);
    expect(await processEvents(world)).toBe(0);
    expect(await payment.status()).toBe("PENDING");
  });

  test("that can't be processed are retried, then marked as failed, and processed if they are delivered again", async ({
    world,
  }) => {
    const shop = await openWebhookShop(world, await listen(world), provider);
    const { control } = shop.standin;
    const payment = await openPayment(world, shop);
    await takeMoney(shop, payment);
    const read = { paypal: "GET /v2/checkout/orders/*", stripe: "GET /v1/payment_intents/*" };
    await control.faults.add({ on: read[provider], kind: "status", times: 1000 });
    const id = (await control.webhooks.list()).at(-1)?.id ?? "";
    await control.webhooks.send(id);
    await control.webhooks.drain();
    for (let attempt = 1; attempt <= 12; attempt += 1) await processEvents(world);
    expect(await storedEvents(world)).toMatchObject([{ status: "FAILED", attempts: 12 }]);
    await control.faults.clear();
    await control.webhooks.send(id);
    await control.webhooks.drain();
    await processEvents(world);
    expect(await storedEvents(world)).toMatchObject([
      { status: "PROCESSED", error: null, deliveries: 2 },
    ]);
    expect(await payment.status()).toBe("COMPLETED");
  });

  test("are stored once by two processes, and processed even if both were killed first", async ({
    world,
  }) => {
    const shop = await openWebhookShop(world, await listen(world), provider);
    const { control } = shop.standin;
    const payment = await openPayment(world, shop);
    await takeMoney(shop, payment);
    const deliveries = await control.webhooks.list();
    await Promise.all(deliveries.map(({ id }) => control.webhooks.send(id, 10)));
    await control.webhooks.drain();
    expect(await storedEvents(world)).toHaveLength(deliveries.length);
    // After a crash only the database is left. Two workers with new jobs represent the processes that start from it.
    await Promise.all([1, 2].map(() => runJobs(world.services, { jobs: createJobs() })));
    expect(await payment.status()).toBe("COMPLETED");
    const { rows } = await world.admin.query(
      "select count(*)::int as n from shop.audit_entries where entity_type = 'payment' and after ->> 'state' = 'completed'",
    );
    expect(rows).toEqual([{ n: 1 }]);
  });
});

test("a body with the same CRC32 as PayPal's is verified, and changes nothing that PayPal doesn't say", async ({
  world,
}) => {
  const shop = await openWebhookShop(world, await listen(world), "paypal");
  const { control } = shop.standin;
  const payment = await openPayment(world, shop);
  const id = (await control.webhooks.list())[0]?.id ?? "";
  await control.webhooks.send(id);
  await control.webhooks.drain();
  expect((await control.webhooks.forge(id, "twin")).status).toBe(200);
  expect(await storedEvents(world)).toHaveLength(2);
  await processEvents(world);
  expect(await payment.status()).toBe("PENDING");
  const { rows } = await world.admin.query("select state, capture_attempts from shop.payments");
  expect(rows).toEqual([{ state: "created", capture_attempts: 0 }]);
});

test("a store's secret verifies nothing about another store's payments", async ({ world }) => {
  const listening = await listen(world);
  const shop = await openWebhookShop(world, listening, "stripe");
  const payment = await openPayment(world, shop);
  await takeMoney(shop, payment);
  const { storeId } = await openWebhookShop(world, listening, "stripe", "two");
  // The event names the first store's payment, but is signed with the other store's secret, with which that store can
  // sign any body.
  const deliveries = await shop.standin.control.webhooks.list();
  const foreign = await shop.standin.control.webhooks.forge(deliveries.at(-1)?.id ?? "", "foreign");
  expect(foreign.status).toBe(401);
  expect(await storedEvents(world)).toEqual([]);
  expect(storeId).not.toBe(shop.storeId);
});
