import { describe, expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { createTestGateway } from "../../gateways/test.ts";
import { newId } from "../../platform/id.ts";
import { place } from "../payments/payments.fixture.ts";
import { audited, member } from "../roles/roles.fixture.ts";
import { seedProduct } from "#tests/seed.ts";
import { forgetWebhookEvents } from "./jobs.ts";
import { molliePaymentChanged, seedWebhookEvent } from "./webhook-events.fixture.ts";
import { processEvents, storedEvents } from "./webhooks.fixture.ts";

/** A store with an open Mollie payment, and a fake Mollie that returns the state in `state`. */
async function mollieShop(world: World) {
  const storeId = await seedStore(world);
  const { variantIds } = await seedProduct(world, storeId, { stock: 5 });
  const { id } = await place(world, { storeId, variantId: variantIds[0] ?? "" });
  const { params, file } = await molliePaymentChanged({ storeId, ids: { order: id } }, world);
  const { rows } = await world.admin.query<{ amount: number }>(
    `update shop.payments set state = 'created', amount_minor = o.total_minor from shop.orders o
     where o.id = order_id returning amount_minor::int as amount`,
  );
  const mollie = { state: "open" as "open" | "completed", asked: 0 };
  const gateway = createTestGateway(world.services.database, world.services.now);
  const { gateways } = world.services;
  world.services.gateways = {
    ...gateways,
    find: (provider, environment) => ({
      ...gateway,
      provider,
      environment,
      get() {
        mollie.asked += 1;
        return Promise.resolve({
          state: mollie.state,
          capturedMinor: mollie.state === "completed" ? (rows[0]?.amount ?? 0) : null,
          currency: "USD",
          issues: [],
          debugId: null,
        });
      },
    }),
  };
  const post = async (token = params.token, body: Buffer | string = file) => {
    const answer = await world.inject({
      method: "POST",
      url: `/api/v1/webhooks/mollie/${token}`,
      headers: { host: "localhost", "content-type": "application/x-www-form-urlencoded" },
      payload: body,
    });
    return answer.statusCode;
  };
  return { storeId, orderId: id, token: params.token, body: file.toString(), mollie, post };
}

describe("a delivery of Mollie", () => {
  test("has its payment looked up each time, and one entry in the log", async ({ world }) => {
    const { mollie, post } = await mollieShop(world);
    expect([await post(), await post(), await post()]).toEqual([200, 200, 200]);
    expect(await processEvents(world)).toBe(1);
    expect(mollie.asked).toBe(1);
    expect(await storedEvents(world)).toMatchObject([{ status: "PROCESSED", deliveries: 3 }]);
    mollie.state = "completed";
    await post();
    await processEvents(world);
    const { rows } = await world.admin.query("select state from shop.payments");
    expect(rows).toEqual([{ state: "completed" }]);
    expect(await storedEvents(world)).toMatchObject([{ status: "PROCESSED", deliveries: 4 }]);
  });

  test("at another address, or about another payment, has no effect", async ({ world }) => {
    const { token, body, post } = await mollieShop(world);
    const [id = ""] = token.split(".");
    for (const other of [
      id,
      `${id}.`,
      `${id}.${"A".repeat(43)}`,
      `${newId()}.${token.split(".")[1]}`,
      "x",
    ])
      expect([other, await post(other)]).toEqual([other, 401]);
    for (const other of ["id=tr_other", "", "id=", `x=${body}`])
      expect([other, await post(token, other)]).toEqual([other, 401]);
    expect(await storedEvents(world)).toEqual([]);
    expect(await post(token, "x".repeat(2000))).toBe(413);
  });
});

describe("the webhook log", () => {
  test("is filtered by time, order and payment, newest first", async ({ world }) => {
    const { storeId, orderId, post } = await mollieShop(world);
    await post();
    await seedWebhookEvent(world, storeId);
    const { logging } = await member(world, storeId, ["MANAGE_SETTINGS"]);
    const list = (query: object = {}) => logging.listWebhookEntries({ storeId, ...query });
    const all = await list();
    expect(all).toMatchObject({ total: 2, page: 1, limit: 20 });
    const [, mollie] = all.items;
    expect(mollie).toMatchObject({
      provider: "MOLLIE",
      orderId,
      status: "RECEIVED",
      origin: "SYSTEM",
    });
    const totals = async (query: object) => (await list(query)).total;
    expect(await totals({ entityId: orderId })).toBe(1);
    expect(await totals({ entityType: "order", entityId: orderId })).toBe(1);
    expect(await totals({ entityType: "payment", entityId: orderId })).toBe(0);
    expect(await totals({ entityType: "payment", entityId: mollie?.paymentId ?? "" })).toBe(1);
    expect(await totals({ entityType: "order" })).toBe(1);
    expect(await totals({ entityType: "product" })).toBe(0);
    expect(await totals({ endDate: "2020-01-01T00:00:00Z" })).toBe(0);
    expect(await totals({ startDate: "2020-01-01T00:00:00Z" })).toBe(2);
    const other = await member(world, await seedStore(world), ["MANAGE_SETTINGS"]);
    await expect(other.logging.listWebhookEntries({ storeId })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  test("processes an event again on request, but never a manual entry", async ({ world }) => {
    const { storeId, orderId, mollie, post } = await mollieShop(world);
    await post();
    await processEvents(world);
    const staff = await member(world, storeId, ["MANAGE_SETTINGS"]);
    const { logging } = staff;
    const [event] = (await logging.listWebhookEntries({ storeId })).items;
    expect(await logging.replayWebhook({ id: event?.id ?? "" })).toMatchObject({
      status: "RECEIVED",
    });
    await processEvents(world);
    expect(mollie.asked).toBe(2);
    const manual = await logging.createWebhookEntry({
      body: { storeId, provider: "mollie", eventId: "evt-1", type: "payment.paid", orderId },
    });
    expect(manual).toMatchObject({ origin: "MANUAL", provider: "MOLLIE", orderId });
    await expect(logging.replayWebhook({ id: manual.id })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    expect(await processEvents(world)).toBe(0);
    await expect(
      logging.createWebhookEntry({
        body: { storeId, provider: "mollie", eventId: "evt-1", type: "x", orderId: newId() },
      }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await audited(world, event?.id ?? "")).toMatchObject([{ action: "UPDATE" }]);
    expect(await audited(world, manual.id)).toMatchObject([{ action: "CREATE" }]);
  });

  test("forgets entries after 90 days", async ({ world }) => {
    const storeId = await seedStore(world);
    const old = await seedWebhookEvent(world, storeId);
    await seedWebhookEvent(world, storeId);
    await world.admin.query(
      "update shop.webhook_events set received_at = now() - interval '91 days' where id = $1",
      [old],
    );
    expect(await forgetWebhookEvents(world.services)).toBe(1);
    expect(await storedEvents(world)).toHaveLength(1);
  });
});

const now = () => Math.floor(Date.now() / 1000);
const send = (world: World, path: string, payload: string, headers: object = {}) =>
  world.inject({
    method: "POST",
    url: `/api/v1${path}`,
    headers: { host: "localhost", "content-type": "application/json", ...headers },
    payload,
  });
const event = (object: object) =>
  JSON.stringify({ id: "evt_1", type: "charge.succeeded", data: { object } });

const limited = test.extend({ options: { rateLimits: true } });

limited(
  "the providers of an owner's stores may deliver 10,000 events an hour",
  async ({ world }) => {
    const { post, token } = await mollieShop(world);
    expect(await post(token)).toBe(200);
    const { rowCount } = await world.admin.query(
      "update shop.rate_limits set calls = 10000 where bucket like 'webhooks of %'",
    );
    expect(rowCount).toBe(1);
    expect(await post(token)).toBe(429);
  },
);

limited(
  "verified deliveries don't use up the limit of the provider's address for other stores",
  async ({ world }) => {
    const { post, token } = await mollieShop(world);
    const counted = async () => {
      const { rows } = await world.admin.query<{ calls: number }>(
        "select coalesce(sum(calls), 0)::int as calls from shop.rate_limits where bucket like 'receiveMollieWebhook %'",
      );
      return rows[0]?.calls;
    };
    expect([await post(token), await post(token), await post("forged")]).toEqual([200, 200, 401]);
    expect(await counted()).toBe(1);
    // A delivery above the owner's limit also counts against the sender's IP address, so that the sender is limited.
    await world.admin.query(
      "update shop.rate_limits set calls = 10000 where bucket like 'webhooks of %'",
    );
    expect(await post(token)).toBe(429);
    expect(await counted()).toBe(2);
  },
);

describe("an anonymous caller", () => {
  test("leaves no rows, whatever is sent", async ({ world }) => {
    const signature = { "stripe-signature": `t=${now()},v1=${"0".repeat(64)}` };
    for (const [payload, status] of [
      ["", 401],
      ["null", 401],
      ["{", 401],
      ["[".repeat(100_000), 401],
      [event({ id: "pi_unknown", more: Array.from({ length: 8001 }, () => 1) }), 401],
      [event({ id: "pi_unknown", more: Array.from({ length: 7900 }, () => 1) }), 200],
      [event({ id: "pi_unknown" }), 200],
      [event({ id: "pi_unknown", metadata: { orderId: newId() } }), 200],
      [`"${"x".repeat(300_000)}"`, 413],
    ] as const) {
      const answer = await send(world, "/webhooks/stripe", payload, signature);
      expect([payload.slice(0, 20), answer.statusCode]).toEqual([payload.slice(0, 20), status]);
      expect(answer.body.length).toBeLessThan(500);
    }
    expect((await send(world, "/webhooks/paypal", event({ id: "x" }))).statusCode).toBe(401);
    expect((await send(world, "/payment/webhook", '{"provider":"bank"}')).statusCode).toBe(401);
    expect(await storedEvents(world)).toEqual([]);
  });

  test("without a signature is rejected at every address", async ({ world }) => {
    const { webhooks } = world.client();
    const file = new Blob(["{}"], { type: "application/json" });
    const form = new Blob(["id=tr_1"], { type: "application/x-www-form-urlencoded" });
    const refused = { code: "UNAUTHENTICATED" };
    await expect(webhooks.receivePaypalWebhook({ file })).rejects.toMatchObject(refused);
    await expect(webhooks.receiveStripeWebhook({ file })).rejects.toMatchObject(refused);
    await expect(webhooks.receiveMollieWebhook({ token: "x", file: form })).rejects.toMatchObject(
      refused,
    );
    await expect(webhooks.receivePaymentWebhook({ file })).rejects.toMatchObject(refused);
  });

  test("is told the same at the generic address as at the provider's own", async ({ world }) => {
    const { token, body, post: own } = await mollieShop(world);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const path = `/payment/webhook?provider=mollie&token=`;
    expect((await send(world, `${path}x`, body, headers)).statusCode).toBe(await own("x"));
    expect((await send(world, path + token, body, headers)).statusCode).toBe(200);
    expect(await storedEvents(world)).toHaveLength(1);
    const named = '{"provider":"stripe","id":"evt_1","type":"x"}';
    expect((await send(world, "/payment/webhook", named)).statusCode).toBe(401);
    const signature = { "stripe-signature": `t=${now()},v1=${"0".repeat(64)}` };
    expect((await send(world, "/payment/webhook", named, signature)).statusCode).toBe(200);
  });
});
