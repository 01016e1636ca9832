import { describe, expect } from "vitest";
import { PaymentProvider } from "@vetrina/contract/enumerations";
import { imbalances } from "#tests/invariants.ts";
import { test } from "#tests/world.ts";
import { expireOrders } from "../orders/jobs.ts";
import { settle } from "../refunds/refunds.fixture.ts";
import { findPaymentByProviderId } from "./find-payment-by-provider-id.ts";
import { held, paymentsOf, windowOver } from "./payments.fixture.ts";
import { reconcile } from "./reconcile.fixture.ts";
import { drivers, shopWith } from "./with-providers.fixture.ts";

describe.each(drivers)("an order paid with $provider", (driver) => {
  test("is opened once, captured once, and found by the provider's ids", async ({ world }) => {
    await using shop = await shopWith(world, driver);
    const order = await shop.place();
    const intent = await order.intent();
    expect(intent).toMatchObject({ provider: driver.provider, amount: 76.67, currency: "USD" });
    expect(await order.intent()).toEqual(intent);
    await expect(order.pay(intent.id)).resolves.toMatchObject({
      status: "FAILED",
      retryable: true,
    });
    await shop.approve(intent.id);
    const results = await Promise.all(Array.from({ length: 8 }, () => order.pay(intent.id)));
    expect(results.filter(({ status }) => status === "COMPLETED").length).toBeGreaterThan(0);
    await expect(order.pay(intent.id)).resolves.toMatchObject({
      status: "COMPLETED",
      orderStatus: "PAID",
    });
    expect(shop.ledger()).toEqual([["capture", 7667]]);
    const { rows } = await world.admin.query<{ id: string; capture_id: string }>(
      "select id, capture_id from shop.payments",
    );
    const provider = PaymentProvider.parse(driver.provider.toUpperCase());
    for (const id of [intent.id, rows[0]?.capture_id ?? intent.id])
      expect(await findPaymentByProviderId(world.services, provider, id)).toEqual([
        { storeId: shop.storeId, paymentId: rows[0]?.id, orderId: order.id, environment: "TEST" },
      ]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("can be paid after a decline", async ({ world }) => {
    await using shop = await shopWith(world, driver);
    const order = await shop.place();
    const { id } = await order.intent();
    await shop.decline(id);
    await expect(order.pay(id)).resolves.toMatchObject({
      status: "FAILED",
      reason: driver.reason,
      debug_id: expect.any(String) as string,
      retryable: true,
    });
    const again = await order.intent();
    await shop.approve(again.id);
    await expect(order.pay(again.id)).resolves.toMatchObject({ status: "COMPLETED" });
    expect(shop.ledger()).toEqual([["capture", 7667]]);
  });

  test("is completed by the reconciler and captured once if the response to the capture was lost", async ({
    world,
  }) => {
    await using shop = await shopWith(world, driver);
    const order = await shop.place();
    const { id } = await order.intent();
    await shop.approve(id);
    await shop.lose(driver.process);
    await expect(order.pay(id)).resolves.toMatchObject({ status: "PENDING", retryable: false });
    await windowOver(world);
    await expireOrders(world.services);
    expect(await held(world)).toBe(2);
    await reconcile(world);
    await expect(order.buyer.payments.getPaymentStatus({ id: order.id })).resolves.toMatchObject({
      status: "COMPLETED",
      orderStatus: "PAID",
    });
    expect(shop.ledger()).toEqual([["capture", 7667]]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("is opened once if the response was lost, and under another key once the provider has forgotten the first", async ({
    world,
  }) => {
    await using shop = await shopWith(world, driver);
    const order = await shop.place();
    const { control } = shop.standin;
    const path = driver.create.replace("POST ", "");
    const opened = async () =>
      (await control.requests()).filter((sent) => sent.method === "POST" && sent.path === path);
    await shop.lose(driver.create);
    await expect(order.intent()).rejects.toMatchObject({ code: "PROVIDER_ERROR" });
    await order.intent();
    const sent = await opened();
    // The provider repeats its response. Mollie does so only for an identical body.
    expect(sent.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);

    const late = await shop.place();
    await shop.lose(driver.create);
    await expect(late.intent()).rejects.toMatchObject({ code: "PROVIDER_ERROR" });
    await world.admin.query(
      "update shop.payments set created_at = now() - interval '46 days' where order_id = $1",
      [late.id],
    );
    const before = (await opened()).length;
    await expect(late.intent()).rejects.toMatchObject({ code: "PAYMENT_FAILED" });
    expect(await opened()).toHaveLength(before);
    const { id } = await late.intent();
    await shop.approve(id);
    await expect(late.pay(id)).resolves.toMatchObject({ status: "COMPLETED" });
    expect(shop.ledger()).toEqual([["capture", 7667]]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("expires and charges nothing if it is never approved", async ({ world }) => {
    await using shop = await shopWith(world, driver);
    const order = await shop.place();
    const { id } = await order.intent();
    await windowOver(world);
    await expireOrders(world.services);
    // The units stay held as long as the provider could still take money.
    expect(await held(world)).toBe(driver.end === undefined ? 0 : 2);
    await driver.end?.(shop.standin, id);
    await expireOrders(world.services);
    expect(await paymentsOf(world)).toMatchObject([{ state: "expired" }]);
    expect(await held(world)).toBe(0);
    await shop.approve(id).catch(() => {});
    await expect(order.pay(id)).rejects.toMatchObject({ code: "ORDER_EXPIRED" });
    expect(shop.ledger()).toEqual([]);
  });

  test("can be paid with another provider instead, and the first payment can no longer be captured", async ({
    world,
  }) => {
    await using shop = await shopWith(world, driver);
    const order = await shop.place();
    const { id } = await order.intent();
    const choose = () =>
      order.buyer.payments.createPaymentIntent({ id: order.id, body: { provider: "other" } });
    const early = await choose().catch((error: unknown) => error);
    // If the store can't cancel the first payment at its provider, the buyer could still approve it there.
    expect(early).toMatchObject(
      driver.end === undefined ? { provider: "other" } : { code: "PROVIDER_ERROR" },
    );
    await driver.end?.(shop.standin, id);
    const other = await choose();
    await shop.approve(id).catch(() => {});
    await expect(order.pay(id)).resolves.toMatchObject({ status: "FAILED" });
    await order.buyer.payments.decideTestPayment({ id: other.id, body: { decision: "approve" } });
    await order.buyer.payments.processPayment({
      id: order.id,
      body: { provider: "other", paymentIntentId: other.id },
    });
    expect(shop.ledger()).toEqual([]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("is looked up if its amount is no longer due, because the provider may have taken the money", async ({
    world,
  }) => {
    await using shop = await shopWith(world, driver);
    const order = await shop.place();
    await shop.owner.transactions.createTransaction({
      body: { orderId: order.id, method: "CASH", amount: 20 },
    });
    const { id } = await order.intent();
    const body = { amount: 20 };
    await shop.owner.refunds.refundOrder({ id: order.id, body });
    // The refund cancels the buyer's payment. Mollie can't cancel it, so there the buyer can still approve it.
    await shop.approve(id).catch(() => {});
    const isTaken = driver.end !== undefined;
    await expect(order.pay(id)).resolves.toMatchObject({
      status: isTaken ? "COMPLETED" : "FAILED",
      orderStatus: "PENDING",
    });
    expect(shop.ledger()).toEqual(isTaken ? [["capture", 5667]] : []);
    expect(await order.buyer.orders.getOrder({ id: order.id })).toMatchObject({
      paid: isTaken ? 76.67 : 20,
      refunded: 20,
    });
    expect(await imbalances(world)).toEqual([]);
  });

  test("is refunded in parts, and a refund with a lost response is made only once", async ({
    world,
  }) => {
    await using shop = await shopWith(world, driver);
    const { id } = await shop.paid();
    const refund = (amount: number) => shop.owner.refunds.refundOrder({ id, body: { amount } });
    expect(await refund(10)).toMatchObject({ refunded: driver.makeRefund === undefined ? 10 : 0 });
    await shop.lose(driver.refund);
    expect(await refund(20)).toMatchObject({ status: "PENDING" });
    await settle(world);
    await shop.makeRefunds();
    await expect(refund(46.68)).rejects.toMatchObject({ code: "AMOUNT_EXCEEDED" });
    await refund(46.67);
    await shop.makeRefunds();
    expect(shop.ledger()).toEqual([
      ["capture", 7667],
      ["refund", 1000],
      ["refund", 2000],
      ["refund", 4667],
    ]);
    expect(await paymentsOf(world)).toMatchObject([{ state: "refunded" }]);
    expect(await imbalances(world)).toEqual([]);
  });
});
