// @module-tag slow

import { expect, vi } from "vitest";
import { untilBlocked } from "#tests/until-blocked.ts";
import { waitLimit } from "#tests/wait-limit.ts";
import { test, type World } from "#tests/world.ts";
import { place } from "../payments/payments.fixture.ts";
import {
  listen,
  openWebhookShop,
  postSigned,
  processEvents,
  signedDelivery,
  storedEvents,
  useKnownSecret,
  type WebhookShop,
} from "./webhooks.fixture.ts";

const limited = test.extend({ options: { rateLimits: true } });

/** An event about a payment that isn't known, for an order of the shop. */
async function eventOf(world: World, shop: WebhookShop) {
  await useKnownSecret(shop);
  const { id: orderId } = await place(world, shop);
  return { id: "pi_unknown", metadata: { orderId } };
}

/** Locks the stored events in a transaction of its own. Returns a function that ends the transaction. */
async function holdEvents({ admin }: World): Promise<() => Promise<void>> {
  const holder = await admin.connect();
  await holder.query("begin; select from shop.webhook_events for update");
  return async () => {
    await holder.query("commit");
    holder.release();
  };
}

test("deliveries of a store that wait leave the health check, mails and other stores their connections", async ({
  world,
}) => {
  const listening = await listen(world);
  const [shop, other] = [
    await openWebhookShop(world, listening, "stripe"),
    await openWebhookShop(world, listening, "stripe", "two"),
  ];
  const [event, others] = [await eventOf(world, shop), await eventOf(world, other)];
  const statusOf = async (object: object) => (await postSigned(world, object)).statusCode;
  expect(await statusOf(event)).toBe(200);
  const release = await holdEvents(world);
  const waiting = Array.from({ length: 30 }, () => statusOf(event));
  await untilBlocked(world);
  expect((await world.inject({ url: "/health/check" })).statusCode).toBe(200);
  expect(await statusOf(others)).toBe(200);
  const { storeId } = shop;
  await world.client().customers.subscribe({ storeId, body: { email: "ada@example.com" } });
  expect(await world.sendMails()).toHaveLength(1);
  await untilBlocked(world);
  await release();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
  const stored = (await storedEvents(world)).map(({ deliveries }) => deliveries);
  expect(stored.toSorted((a, b) => a - b)).toEqual([1, 31]);
});

test("more deliveries of a store than may wait get 503, and those of other stores are received", async ({
  world,
}) => {
  const listening = await listen(world);
  const [shop, other] = [
    await openWebhookShop(world, listening, "stripe"),
    await openWebhookShop(world, listening, "stripe", "two"),
  ];
  const [event, others] = [await eventOf(world, shop), await eventOf(world, other)];
  await postSigned(world, event);
  const release = await holdEvents(world);
  const all = Array.from({ length: 150 }, () => postSigned(world, event));
  await untilBlocked(world);
  const refused: unknown[] = [];
  const answered = all.map(async (answer) => {
    const { statusCode, headers } = await answer;
    if (statusCode !== 200) refused.push([statusCode, headers["retry-after"]]);
  });
  // One delivery is being stored, and a hundred wait.
  await vi.waitFor(() => expect(refused).toHaveLength(49), waitLimit);
  expect(refused).toEqual(Array.from({ length: 49 }, () => [503, "2"]));
  expect((await postSigned(world, others)).statusCode).toBe(200);
  await release();
  await Promise.all(answered);
  expect(refused).toHaveLength(49);
});

test("a delivery whose sender has left while it waited isn't stored", async ({ world }) => {
  const listening = await listen(world);
  const shop = await openWebhookShop(world, listening, "stripe");
  const event = await eventOf(world, shop);
  await postSigned(world, event);
  const release = await holdEvents(world);
  const first = postSigned(world, event);
  await untilBlocked(world);
  const found = vi.spyOn(world.services.directory, "ofThing");
  const leaving = new AbortController();
  const left = Array.from({ length: 5 }, () => {
    const { url, headers, payload: body } = signedDelivery(event);
    const sent = { method: "POST", headers, body, signal: leaving.signal };
    return fetch(`${listening.origin}${url}`, sent).catch(() => "left");
  });
  await vi.waitFor(() => expect(found).toHaveBeenCalledTimes(5), waitLimit);
  leaving.abort();
  expect(new Set(await Promise.all(left))).toEqual(new Set(["left"]));
  await vi.waitFor(async () => expect(await connectionsOf(world)).toBe(0), waitLimit);
  await release();
  expect((await first).statusCode).toBe(200);
  expect((await postSigned(world, event)).statusCode).toBe(200);
  expect(await storedEvents(world)).toMatchObject([{ deliveries: 3 }]);
});

function connectionsOf({ app }: World): Promise<number> {
  return new Promise((resolve) => {
    app.server.getConnections((_error, count) => resolve(count));
  });
}

limited("a delivery counts for the owner of its store", async ({ world }) => {
  const shop = await openWebhookShop(world, await listen(world), "stripe");
  await postSigned(world, await eventOf(world, shop));
  const { rows } = await world.admin.query(
    "select bucket from shop.rate_limits where bucket like 'webhooks of %'",
  );
  expect(rows).toEqual([{ bucket: `webhooks of ${shop.owner.userId}` }]);
});

test("an event about a payment that stays unknown is tried four times", async ({ world }) => {
  const shop = await openWebhookShop(world, await listen(world), "stripe");
  const event = await eventOf(world, shop);
  await postSigned(world, event);
  for (let attempt = 1; attempt <= 5; attempt += 1) await processEvents(world);
  const unknown = { attempts: 4, error: "no payment with the provider's id is known yet" };
  expect(await storedEvents(world)).toMatchObject([{ status: "FAILED", ...unknown }]);
});
