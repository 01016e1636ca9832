// @module-tag slow

import { expect } from "vitest";
import { maxExportedTransactions } from "@vetrina/contract/orders/transactions";
import { test } from "#tests/world.ts";
import { paidOrder, placeOrder, refundShop, settle } from "../../refunds/refunds.fixture.ts";
import { exportTransactions } from "./export-transactions.ts";

test("a store's payments and refunds are listed newest first, filtered, page by page, and as CSV", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { staff, storeId } = shop;
  const orders = [await paidOrder(world, shop), await paidOrder(world, shop)];
  await placeOrder(world, shop);
  for (const { id } of orders) await staff.refunds.refundOrder({ id, body: { amount: 10 } });
  // The test provider declines refunds of this amount.
  const failing = { id: orders[0]?.id ?? "", body: { amount: 10.91 } };
  await staff.refunds.refundOrder(failing);
  await settle(world);
  const { transactions } = staff;

  const seen: string[] = [];
  let after: string | undefined;
  for (let next: string | null = ""; next !== null; after = next ?? undefined) {
    const page = await transactions.listStoreTransactions({
      storeId,
      limit: 2,
      ...(after ? { after } : {}),
    });
    expect(page.total).toBe(5);
    seen.push(...page.items.map(({ createdAt }) => createdAt));
    next = page.next;
  }
  expect(seen).toHaveLength(5);
  expect(seen).toEqual(seen.toSorted().toReversed());

  const payments = await transactions.listStoreTransactions({ storeId, type: "PAYMENT" });
  expect(payments.items.map(({ orderId }) => orderId).toSorted()).toEqual(
    orders.map(({ id }) => id).toSorted(),
  );
  const failed = await transactions.listStoreTransactions({ storeId, status: "FAILED" });
  expect(failed.items).toMatchObject([{ type: "REFUND", amount: 10.91 }]);
  expect((await transactions.listStoreTransactions({ storeId, provider: "STRIPE" })).total).toBe(0);
  expect((await transactions.listStoreTransactions({ storeId, environment: "LIVE" })).total).toBe(
    5,
  );
  expect(
    (await transactions.listStoreTransactions({ storeId, endDate: seen[4] ?? "" })).total,
  ).toBe(0);
  await expect(transactions.listStoreTransactions({ storeId, after: "x" })).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
  });

  const file = await transactions.exportTransactions({ storeId, type: "REFUND" });
  const lines = Buffer.from(await file.arrayBuffer())
    .toString()
    .trim()
    .split("\n");
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/^Transaction,Order,Type,Status,/);
  expect(lines.slice(1).every((line) => line.includes(",REFUND,"))).toBe(true);
});

test("a CSV is read and sent in small parts, however long the notes are", async ({ world }) => {
  const shop = await refundShop(world);
  const { storeId } = shop;
  const { id } = await paidOrder(world, shop);
  await world.admin.query(
    `insert into shop.payments (store_id, id, order_id, environment, amount_minor, currency, state, method, received_on, note)
     select store_id, gen_random_uuid(), order_id, environment, 1, currency, 'completed', 'CASH', current_date, repeat('n', 1000)
     from shop.payments, generate_series(1, 250) where store_id = $1 and order_id = $2`,
    [storeId, id],
  );
  const { bytes } = await exportTransactions(await world.system(storeId), { storeId });
  const sizes: number[] = [];
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) sizes.push(chunk.byteLength);
  expect(sizes.reduce((all, size) => all + size, 0)).toBeGreaterThan(250_000);
  expect(Math.max(...sizes)).toBeLessThan(80_000);
});

test("an export of more transactions than a file can hold is rejected, and the error says what to do", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { staff, storeId } = shop;
  const { id } = await paidOrder(world, shop);
  await world.admin.query(
    `insert into shop.payments (store_id, id, order_id, provider, environment, amount_minor, currency, state)
     select store_id, gen_random_uuid(), order_id, provider, environment, amount_minor, currency, 'failed'
     from shop.payments, generate_series(1, $2::int) where store_id = $1 and order_id = $3`,
    [storeId, maxExportedTransactions, id],
  );
  await expect(staff.transactions.exportTransactions({ storeId })).rejects.toMatchObject({
    code: "LIMIT_REACHED",
    message: expect.stringContaining("10,000"),
  });
});

test("a store's refunds are listed newest first, filtered and page by page", async ({ world }) => {
  const shop = await refundShop(world);
  const { staff, storeId } = shop;
  const order = await paidOrder(world, shop);
  for (const amount of [10, 11, 10.91])
    await staff.refunds.refundOrder({ id: order.id, body: { amount, reason: "Torn" } });
  await settle(world);
  const first = await staff.refunds.listStoreRefunds({ storeId, limit: 2 });
  expect(first).toMatchObject({ total: 3, items: [{ amount: 10.91 }, { amount: 11 }] });
  const rest = await staff.refunds.listStoreRefunds({ storeId, limit: 2, after: first.next ?? "" });
  expect(rest).toMatchObject({ next: null, items: [{ amount: 10, reason: "Torn" }] });
  const failed = await staff.refunds.listStoreRefunds({ storeId, status: "FAILED" });
  expect(failed.items).toMatchObject([{ amount: 10.91, refunded: 0 }]);
  expect((await staff.refunds.listStoreRefunds({ storeId, provider: "STRIPE" })).total).toBe(0);
  expect(
    (await staff.refunds.listStoreRefunds({ storeId, provider: "OTHER", environment: "LIVE" }))
      .total,
  ).toBe(3);
});
