import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { expireOrders } from "../orders/jobs.ts";
import { reconcile } from "./reconcile.fixture.ts";

/** Places an order and returns its key and the calls to pay for it. */
async function placed(world: World, { stock = 5, quantity = 1 } = {}) {
  const storeId = await seedStore(world);
  const { variantIds } = await seedProduct(world, storeId, { stock });
  const body = { items: [{ variantId: variantIds[0] ?? "", quantity }], email: "ada@example.com" };
  const { id, orderKey } = await world.client().orders.createOrder({ storeId, body });
  const client = world.client({ orderKey });
  const intent = () =>
    client.payments.createPaymentIntent({
      id,
      body: { provider: "other", metadata: { orderId: id } },
    });
  const decide = (payment: string, decision: "approve" | "decline" | "fail" | "timeout") =>
    client.payments.decideTestPayment({ id: payment, body: { decision } });
  const pay = (paymentIntentId: string, idempotencyKey?: string) =>
    client.payments.processPayment(
      { id, body: { provider: "other", paymentIntentId } },
      idempotencyKey === undefined ? {} : { idempotencyKey },
    );
  return { storeId, id, orderKey, client, intent, decide, pay };
}

const level = async (world: World) =>
  (
    await world.admin.query<{ on_hand: number; reserved: number }>(
      "select on_hand, reserved from shop.inventory_levels",
    )
  ).rows[0];
const pastDeadline = (world: World) =>
  world.admin.query(
    "update shop.orders set expires_at = now() - interval '1 second' where expires_at is not null",
  );

describe("paying with the test provider", () => {
  test("approving it charges the stored total; the order is PAID and its unit stays held", async ({
    world,
  }) => {
    const { id, client, intent, decide, pay } = await placed(world);
    const opened = await intent();
    const order = await client.orders.getOrder({ id });
    expect(opened).toMatchObject({
      provider: "other",
      status: "PENDING",
      amount: order.total,
      currency: "USD",
    });
    await decide(opened.id, "approve");
    await expect(pay(opened.id)).resolves.toMatchObject({
      status: "COMPLETED",
      orderStatus: "PAID",
      details: [],
    });
    await expect(client.orders.getOrder({ id })).resolves.toMatchObject({
      status: "PAID",
      payment: "Test payment",
      expiresAt: null,
    });
    await expect(client.payments.getPaymentStatus({ id })).resolves.toMatchObject({
      status: "COMPLETED",
    });
    expect(await level(world)).toEqual({ on_hand: 5, reserved: 1 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("the order shows when the payment was completed, not when it began", async ({ world }) => {
    const { id, client, intent, decide, pay } = await placed(world);
    const opened = await intent();
    await world.admin.query("update shop.payments set created_at = now() - interval '2 minutes'");
    await decide(opened.id, "approve");
    await pay(opened.id);
    const { payments, paidAt } = await client.orders.getOrderWithItems({ id });
    const [payment] = payments.map((one) => [one.createdAt, one.completedAt].map(Date.parse));
    expect(payment?.[1]).toBeGreaterThan((payment?.[0] ?? 0) + 110_000);
    expect(Math.abs((payment?.[1] ?? 0) - Date.parse(paidAt ?? ""))).toBeLessThan(10_000);
  });

  test("declining it returns INSTRUMENT_DECLINED; the same intent can be tried again and paid", async ({
    world,
  }) => {
    const { intent, decide, pay } = await placed(world);
    const { id: payment } = await intent();
    await decide(payment, "decline");
    await expect(pay(payment)).resolves.toMatchObject({
      status: "FAILED",
      reason: "declined",
      retryable: true,
      details: [{ issue: "INSTRUMENT_DECLINED" }],
    });
    expect(await level(world)).toEqual({ on_hand: 5, reserved: 1 });
    expect((await intent()).id).toBe(payment);
    await decide(payment, "approve");
    await expect(pay(payment)).resolves.toMatchObject({ status: "COMPLETED" });
    expect(await imbalances(world)).toEqual([]);
  });

  test("a failure returns issue, description and debug id; order and stock stay, and a new intent can be paid", async ({
    world,
  }) => {
    const { intent, decide, pay } = await placed(world);
    const { id: first } = await intent();
    await decide(first, "fail");
    await expect(pay(first)).resolves.toMatchObject({
      status: "FAILED",
      reason: "failed",
      details: [
        {
          issue: "TRANSACTION_REFUSED",
          description: "The test provider reported an error.",
        },
      ],
      debug_id: expect.stringMatching(/^dbg-/) as string,
    });
    const { id: second } = await intent();
    expect(second).not.toBe(first);
    await decide(second, "approve");
    await expect(pay(second)).resolves.toMatchObject({ orderStatus: "PAID" });
    expect(await imbalances(world)).toEqual([]);
  });

  test("a timeout leaves it pending, never failed; the reconciler finds out that it was captured", async ({
    world,
  }) => {
    const { id, client, intent, decide, pay } = await placed(world);
    const { id: payment } = await intent();
    await decide(payment, "timeout");
    await expect(pay(payment)).resolves.toMatchObject({
      status: "PENDING",
      orderStatus: "PENDING",
      retryable: false,
    });
    await expect(client.orders.cancelOrder({ id })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    await reconcile(world);
    await expect(client.payments.getPaymentStatus({ id })).resolves.toMatchObject({
      status: "COMPLETED",
      orderStatus: "PAID",
    });
    expect(await imbalances(world)).toEqual([]);
  });

  test("without approval it charges nothing, and can be approved and tried again", async ({
    world,
  }) => {
    const { intent, decide, pay } = await placed(world);
    const { id: payment } = await intent();
    await expect(pay(payment)).resolves.toMatchObject({
      status: "FAILED",
      details: [{ issue: "ORDER_NOT_APPROVED" }],
    });
    const { id: again } = await intent();
    await decide(again, "approve");
    await expect(pay(again)).resolves.toMatchObject({ status: "COMPLETED" });
    expect(await imbalances(world)).toEqual([]);
  });
});

describe("repeated, concurrent and late calls", () => {
  test("process-payment, called twenty times concurrently, captures once and holds one unit", async ({
    world,
  }) => {
    const { intent, decide, pay } = await placed(world);
    const { id: payment } = await intent();
    await decide(payment, "approve");
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) => pay(payment, i % 2 ? "same" : undefined)),
    );
    expect(new Set(results.map((result) => result.status))).toEqual(new Set(["COMPLETED"]));
    expect(await level(world)).toEqual({ on_hand: 5, reserved: 1 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("ten concurrent intents create one payment", async ({ world }) => {
    const { intent } = await placed(world);
    const intents = await Promise.all(Array.from({ length: 10 }, () => intent()));
    expect(new Set(intents.map((each) => each.id)).size).toBe(1);
  });

  test("a paid order accepts no second payment, and is refunded when its buyer cancels it", async ({
    world,
  }) => {
    const { id, client, intent, decide, pay } = await placed(world);
    const { id: payment } = await intent();
    await decide(payment, "approve");
    await pay(payment);
    await expect(intent()).rejects.toMatchObject({ code: "ORDER_ALREADY_PAID" });
    await expect(client.orders.cancelOrder({ id })).resolves.toMatchObject({
      status: "REFUNDED",
      paymentState: "REFUNDED",
    });
  });

  test("canceling an order releases its stock and cancels the payment at the provider, so nothing can be paid", async ({
    world,
  }) => {
    const { id, client, intent, decide, pay } = await placed(world);
    const { id: payment } = await intent();
    await expect(client.orders.cancelOrder({ id })).resolves.toMatchObject({ status: "CANCELLED" });
    expect(await level(world)).toEqual({ on_hand: 5, reserved: 0 });
    await expect(decide(payment, "approve")).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    await expect(pay(payment)).rejects.toMatchObject({ code: "ORDER_EXPIRED" });
    await expect(client.payments.getPaymentStatus({ id })).resolves.toMatchObject({
      status: "FAILED",
      reason: "cancelled",
      retryable: false,
    });
    expect(await imbalances(world)).toEqual([]);
  });

  test("for an expired order, the sweep cancels the payment and releases the stock once", async ({
    world,
  }) => {
    const { id, client, intent } = await placed(world);
    await intent();
    await pastDeadline(world);
    const swept = await Promise.all([expireOrders(world.services), expireOrders(world.services)]);
    expect(swept[0] + swept[1]).toBe(1);
    expect(await level(world)).toEqual({ on_hand: 5, reserved: 0 });
    await expect(client.payments.getPaymentStatus({ id })).resolves.toMatchObject({
      status: "FAILED",
      reason: "expired",
    });
    await expect(intent()).rejects.toMatchObject({ code: "ORDER_EXPIRED" });
    expect(await imbalances(world)).toEqual([]);
  });

  test("if the payment window ends during the capture, the sweep finds the capture and the order is paid", async ({
    world,
  }) => {
    const { id, client, intent, decide, pay } = await placed(world);
    const { id: payment } = await intent();
    await decide(payment, "timeout");
    await pay(payment);
    await pastDeadline(world);
    expect(await expireOrders(world.services)).toBe(0);
    await expect(client.orders.getOrder({ id })).resolves.toMatchObject({ status: "PAID" });
    expect(await imbalances(world)).toEqual([]);
  });

  test("the ledger balances after a hundred orders are paid, canceled and expired concurrently", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const { variantIds } = await seedProduct(world, storeId, { stock: 60, sizes: ["S", "M"] });
    await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        const body = { items: [{ variantId: variantIds[i % 2] ?? "", quantity: 1 + (i % 3) }] };
        const made = await world
          .client()
          .orders.createOrder({ storeId, body })
          .catch(() => null);
        if (made === null) return;
        const client = world.client({ orderKey: made.orderKey });
        const { id } = await client.payments.createPaymentIntent({
          id: made.id,
          body: { provider: "other" },
        });
        await client.payments.decideTestPayment({
          id,
          body: { decision: i % 5 === 0 ? "decline" : "approve" },
        });
        const pay = client.payments.processPayment({
          id: made.id,
          body: { provider: "other", paymentIntentId: id },
        });
        const cancel = i % 4 === 0 ? client.orders.cancelOrder({ id: made.id }) : Promise.resolve();
        await Promise.allSettled([pay, cancel, i % 10 === 0 ? expireOrders(world.services) : null]);
      }),
    );
    await pastDeadline(world);
    await reconcile(world);
    await expireOrders(world.services);
    expect(await imbalances(world)).toEqual([]);
  });
});

describe("other callers", () => {
  test("another order's key or payment gives no access", async ({ world }) => {
    const mine = await placed(world);
    const other = await placed(world);
    const { id: payment } = await mine.intent();
    const thief = world.client({ orderKey: other.orderKey });
    const body = { provider: "other", paymentIntentId: payment };
    await expect(thief.payments.processPayment({ id: mine.id, body })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(thief.payments.processPayment({ id: other.id, body })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(
      world.client().payments.createPaymentIntent({ id: mine.id, body: { provider: "other" } }),
    ).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
  });

  test("an amount in the request, an unknown provider and an inactive one are rejected", async ({
    world,
  }) => {
    const { id, client } = await placed(world);
    const smuggled = { provider: "other", amount: 0.01 };
    await expect(client.payments.createPaymentIntent({ id, body: smuggled })).rejects.toMatchObject(
      { code: "VALIDATION_FAILED" },
    );
    await expect(
      client.payments.createPaymentIntent({ id, body: { provider: "bitcoin" } }),
    ).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    await expect(
      client.payments.createPaymentIntent({ id, body: { provider: "stripe" } }),
    ).rejects.toMatchObject({ code: "PROVIDER_ERROR" });
  });

  test("a LIVE store has no test payments", async ({ world }) => {
    const storeId = await seedStore(world, { environment: "LIVE" });
    await expect(world.client().payments.listPaymentProviders({ storeId })).resolves.toEqual({
      items: [],
    });
  });
});
