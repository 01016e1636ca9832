import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test } from "#tests/world.ts";
import { reopening, windowOver } from "../payments.fixture.ts";
import {
  onHand,
  paidOrder,
  payAll,
  placeOrder,
  refundShop,
} from "../../refunds/refunds.fixture.ts";

const method = "BANK_TRANSFER" as const;

describe("a payment that staff record", () => {
  test("completes the order and sells its units once all parts reach the total", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { staff, variantIds } = shop;
    const { id, total } = await placeOrder(world, shop);
    const first = await staff.transactions.createTransaction({
      body: {
        orderId: id,
        amount: 60,
        method,
        receivedOn: "2026-01-02",
        reference: "RF18",
        note: "Half",
      },
    });
    expect(first).toMatchObject({
      orderId: id,
      type: "PAYMENT",
      status: "COMPLETED",
      amount: 60,
      environment: "LIVE",
      provider: null,
      method,
      receivedOn: "2026-01-02",
      reference: "RF18",
      note: "Half",
    });
    expect(await staff.orders.getOrder({ id })).toMatchObject({ status: "PENDING", paid: 60 });
    const left = Math.round((total - 60) * 100) / 100;
    await expect(
      staff.transactions.createTransaction({ body: { orderId: id, amount: left + 0.01, method } }),
    ).rejects.toMatchObject({ code: "AMOUNT_EXCEEDED" });
    for (const wrong of [{ amount: 0 }, { amount: 1.001 }, { receivedOn: "2999-01-01" }])
      await expect(
        staff.transactions.createTransaction({ body: { orderId: id, method, ...wrong } }),
      ).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    const rest = await staff.transactions.createTransaction({
      body: { orderId: id, method: "CASH" },
    });
    expect(rest.amount).toBe(left);
    expect(await staff.orders.getOrder({ id })).toMatchObject({
      status: "PAID",
      paid: total,
      payment: "Cash",
    });
    expect(await onHand(world, variantIds[0])).toBe(97);
    await expect(
      staff.transactions.createTransaction({ body: { orderId: id, method } }),
    ).rejects.toMatchObject({ code: "ORDER_ALREADY_PAID" });
    // Refunds of manual payments are recorded as manual too, and are drawn from the newest payment first.
    const refund = await staff.refunds.refundOrder({ id, body: {} });
    expect(refund).toMatchObject({ status: "COMPLETED", refunded: total });
    expect(refund.transactions).toMatchObject([
      { provider: null, paymentId: rest.id, amount: left },
      { provider: null, paymentId: first.id, amount: 60 },
    ]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("lets the buyer pay only the rest with a provider", async ({ world }) => {
    const shop = await refundShop(world);
    const { staff } = shop;
    const placed = await placeOrder(world, shop);
    const { id, buyer, total } = placed;
    const whole = await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
    await staff.transactions.createTransaction({ body: { orderId: id, amount: 60, method } });
    // The buyer's open payment of the full amount was canceled.
    await buyer.payments
      .decideTestPayment({ id: whole.id, body: { decision: "approve" } })
      .catch(() => {});
    expect(
      await buyer.payments.processPayment({
        id,
        body: { provider: "other", paymentIntentId: whole.id },
      }),
    ).toMatchObject({ status: "FAILED" });
    await payAll(placed);
    expect(await staff.orders.getOrder({ id })).toMatchObject({ status: "PAID", paid: total });
    const { items } = await staff.transactions.listTransactions({ orderId: id });
    expect(items.map(({ amount, status, provider }) => [amount, status, provider])).toEqual([
      [Math.round((total - 60) * 100) / 100, "COMPLETED", "OTHER"],
      [60, "COMPLETED", null],
      [total, "FAILED", "OTHER"],
    ]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("is recorded if the buyer opens two more payments while their payments are canceled", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { id, buyer, total } = await placeOrder(world, shop);
    await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
    const real = world.services.gateways;
    const gateway = real.find("OTHER", "LIVE");
    if (gateway === null) throw new Error("no gateway");
    const { cancel, canceled } = reopening(world, 2);
    world.services.gateways = { ...real, find: () => ({ ...gateway, cancel }) };
    const body = { orderId: id, method };
    expect(await shop.staff.transactions.createTransaction({ body })).toMatchObject({
      amount: total,
    });
    expect(canceled).toHaveLength(3);
  });

  test("is rejected for an order that has expired, is being paid or was partly paid in another mode", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { staff, storeId } = shop;
    const record = (orderId: string, amount?: number) =>
      staff.transactions.createTransaction({
        body: { orderId, method, ...(amount === undefined ? {} : { amount }) },
      });
    const { id, buyer } = await placeOrder(world, shop);
    const intent = await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
    const gateway = world.services.gateways.find("OTHER", "LIVE");
    if (gateway === null) throw new Error("no gateway");
    const real = world.services.gateways;
    world.services.gateways = {
      ...real,
      find: () => ({ ...gateway, capture: away, cancel: away }),
    };
    await expect(record(id)).rejects.toMatchObject({ code: "PROVIDER_ERROR" });
    await buyer.payments.processPayment({
      id,
      body: { provider: "other", paymentIntentId: intent.id },
    });
    await expect(record(id)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    world.services.gateways = real;
    const expired = await placeOrder(world, shop);
    await windowOver(world);
    await expect(record(expired.id)).rejects.toMatchObject({ code: "ORDER_EXPIRED" });
    const other = await placeOrder(world, shop);
    await record(other.id, 20);
    await world.admin.query("update shop.stores set environment = 'TEST' where id = $1", [storeId]);
    await expect(record(other.id)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    await expect(
      other.buyer.payments.createPaymentIntent({ id: other.id, body: { provider: "other" } }),
    ).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  });

  test("in test mode sells no units", async ({ world }) => {
    const shop = await refundShop(world, { environment: "TEST" });
    const { id } = await placeOrder(world, shop);
    await shop.staff.transactions.createTransaction({ body: { orderId: id, method } });
    expect(await shop.staff.orders.getOrder({ id })).toMatchObject({
      status: "PAID",
      environment: "TEST",
    });
    expect(await onHand(world, shop.variantIds[0])).toBe(100);
    expect(await imbalances(world)).toEqual([]);
  });

  test("is rejected as a partial payment if there are a hundred, but never as the full amount due", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { id } = await placeOrder(world, shop);
    await world.admin.query(
      `insert into shop.payments (store_id, id, order_id, environment, amount_minor, currency, state, method, received_on)
       select store_id, gen_random_uuid(), id, 'LIVE', 1, currency, 'completed', 'CASH', current_date from shop.orders, generate_series(1, 100)
       where id = $1`,
      [id],
    );
    await world.admin.query("update shop.orders set paid_minor = 100 where id = $1", [id]);
    const record = (amount?: number) =>
      shop.staff.transactions.createTransaction({
        body: { orderId: id, method, ...(amount === undefined ? {} : { amount }) },
      });
    await expect(record(0.01)).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
      message: expect.stringContaining("100 payments") as string,
    });
    await record();
    expect(await shop.staff.orders.getOrder({ id })).toMatchObject({ status: "PAID" });
  });

  test("is recorded once for a repeated key, and once if two are sent at the same time", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { staff } = shop;
    const { id, total } = await placeOrder(world, shop);
    const record = (idempotencyKey: string) =>
      staff.transactions.createTransaction(
        { body: { orderId: id, amount: total, method } },
        { idempotencyKey },
      );
    const answers = await Promise.allSettled([record("a"), record("a"), record("b")]);
    expect(answers.filter(({ status }) => status === "rejected").length).toBeGreaterThanOrEqual(1);
    const { rows } = await world.admin.query("select from shop.payments");
    expect(rows).toHaveLength(1);
    expect(await imbalances(world)).toEqual([]);
  });
});

test("an order's payments and refunds are listed as transactions and can be read by id", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { staff } = shop;
  const { id, total } = await paidOrder(world, shop);
  const made = await staff.refunds.refundOrder({ id, body: { amount: 10 } });
  await staff.refunds.refundOrder({ id, body: { amount: 5.91 } });
  const list = await staff.transactions.listTransactions({ orderId: id });
  expect(list.total).toBe(3);
  expect(list.items).toMatchObject([
    { type: "REFUND", status: "FAILED", amount: 5.91 },
    { type: "REFUND", status: "COMPLETED", amount: 10, refundId: made.id, method: null },
    { type: "PAYMENT", status: "COMPLETED", amount: total, refunded: 10, provider: "OTHER" },
  ]);
  for (const one of list.items)
    expect(await staff.transactions.getTransaction({ id: one.id })).toEqual(one);
  const page = await staff.transactions.listTransactions({ orderId: id, page: 2, limit: 2 });
  expect(page.items).toEqual(list.items.slice(2));
});

test("only the note and reference of a manual payment can be changed", async ({ world }) => {
  const shop = await refundShop(world);
  const { staff } = shop;
  const { id } = await placeOrder(world, shop);
  const made = await staff.transactions.createTransaction({
    body: { orderId: id, method, reference: "RF18", note: "First" },
  });
  const changed = await staff.transactions.updateTransaction({
    id: made.id,
    body: { note: "Second", reference: null },
  });
  expect(changed).toEqual({ ...made, note: "Second", reference: null, version: 2 });
  const { transactions } = await staff.refunds.refundOrder({ id, body: { amount: 1 } });
  const paid = await paidOrder(world, shop);
  const [ofProvider] = (await staff.transactions.listTransactions({ orderId: paid.id })).items;
  for (const other of [transactions[0]?.id, ofProvider?.id])
    await expect(
      staff.transactions.updateTransaction({ id: other ?? "", body: { note: "No" } }),
    ).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
});

function away(): Promise<never> {
  return Promise.reject(new Error("no answer"));
}
