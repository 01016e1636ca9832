// @module-tag slow

import { describe, expect } from "vitest";
import { test } from "#tests/world.ts";
import { place } from "../payments/payments.fixture.ts";
import {
  listen,
  openPayment,
  openWebhookShop,
  postSigned,
  processEvents,
  storedEvents,
  takeMoney,
  useKnownSecret,
} from "./webhooks.fixture.ts";

const orderOf = ({ id: orderId }: { id: string }) => ({ metadata: { orderId } });

describe("the store of a delivery", () => {
  test("is that of the order in the metadata, if the delivery comes before the response with the payment's id", async ({
    world,
  }) => {
    const shop = await openWebhookShop(world, await listen(world), "stripe");
    const { control } = shop.standin;
    const order = await place(world, shop);
    // The SDK repeats a call once if the connection was closed.
    await control.faults.add({ on: "POST /v1/payment_intents", kind: "lost", times: 2 });
    await expect(order.intent("stripe")).rejects.toMatchObject({ code: "PROVIDER_ERROR" });
    await control.webhooks.release();
    await control.webhooks.drain();
    const early = { status: "RECEIVED", order_id: order.id, payment_id: null };
    expect(await storedEvents(world)).toMatchObject([early]);
    await processEvents(world);
    expect(await storedEvents(world)).toMatchObject([early]);
    await order.intent("stripe");
    await processEvents(world);
    const { rows } = await world.admin.query<{ id: string }>("select id from shop.payments");
    expect(await storedEvents(world)).toMatchObject([
      { status: "PROCESSED", payment_id: rows[0]?.id },
    ]);
  });

  test("is verified only with that store's secret, whatever else the body refers to", async ({
    world,
  }) => {
    const listening = await listen(world);
    const [one, two] = [
      await openWebhookShop(world, listening, "stripe"),
      await openWebhookShop(world, listening, "stripe", "two"),
    ];
    await useKnownSecret(two);
    const [theirs, own] = [await openPayment(world, one), await place(world, two)];
    for (const object of [
      { id: theirs.providerId },
      { id: theirs.providerId, ...orderOf(own) },
      { id: "ch_other", payment_intent: theirs.providerId, ...orderOf(own) },
      { id: "pi_unknown", ...orderOf(theirs) },
    ])
      for (const path of ["/webhooks/stripe", "/payment/webhook?provider=stripe"])
        expect([object, (await postSigned(world, object, { path })).statusCode]).toEqual([
          object,
          401,
        ]);
    expect(await storedEvents(world)).toEqual([]);
    expect((await postSigned(world, { id: "pi_unknown", ...orderOf(own) })).statusCode).toBe(200);
    expect(await storedEvents(world)).toMatchObject([{ order_id: own.id, payment_id: null }]);
  });
});

describe.each(["paypal", "stripe"] as const)("a genuine delivery of %s", (provider) => {
  test("is the same event at the generic address, and the provider is asked only after the response", async ({
    world,
  }) => {
    const shop = await openWebhookShop(world, await listen(world), provider);
    const { control } = shop.standin;
    const payment = await openPayment(world, shop);
    await takeMoney(shop, payment);
    const id = (await control.webhooks.list()).at(-1)?.id ?? "";
    const calls = async () =>
      (await control.requests()).filter(({ path }) => !path.includes("/certs/")).length;
    const before = await calls();
    const { headers, body } = await control.webhooks.send(id);
    const answer = await world.inject({
      method: "POST",
      url: `/api/v1/payment/webhook?provider=${provider}`,
      headers: { ...headers, host: "localhost" },
      payload: body,
    });
    expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }]);
    expect(await calls()).toBe(before);
    expect(await storedEvents(world)).toMatchObject([{ status: "RECEIVED", deliveries: 2 }]);
    await processEvents(world);
    expect(await calls()).toBeGreaterThan(before);
    expect(await payment.status()).toBe("COMPLETED");
  });

  test("that failed is processed when staff replay it", async ({ world }) => {
    const shop = await openWebhookShop(world, await listen(world), provider);
    const { control } = shop.standin;
    const payment = await openPayment(world, shop);
    await takeMoney(shop, payment);
    const on = { paypal: "GET /v2/checkout/orders/*", stripe: "GET /v1/payment_intents/*" }[
      provider
    ];
    await control.faults.add({ on, kind: "status", times: 1000 });
    await control.webhooks.send((await control.webhooks.list()).at(-1)?.id ?? "");
    for (let attempt = 1; attempt <= 12; attempt += 1) await processEvents(world);
    const { logging } = shop.owner;
    const query = { storeId: shop.storeId, entityType: "order", entityId: payment.id };
    const [failed] = (await logging.listWebhookEntries(query)).items;
    expect(failed).toMatchObject({ status: "FAILED", orderId: payment.id, attempts: 12 });
    await control.faults.clear();
    await logging.replayWebhook({ id: failed?.id ?? "" });
    await processEvents(world);
    expect((await logging.listWebhookEntries(query)).items).toMatchObject([
      { status: "PROCESSED", error: null },
    ]);
    expect(await payment.status()).toBe("COMPLETED");
    expect(await control.ledger({ kind: "capture" })).toHaveLength(1);
  });
});
