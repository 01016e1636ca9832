// @module-tag slow

import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test } from "#tests/world.ts";
import { paidOrder, placeOrder, refundShop } from "./refunds.fixture.ts";

test("amounts of an order above the maximum price can be recorded, refunded and returned by a change", async ({
  world,
}) => {
  const shop = await refundShop(world);
  await world.admin.query("update shop.variants set price_minor = 1500000000");
  const { staff } = shop;
  const method = "BANK_TRANSFER";
  const part = await placeOrder(world, shop);
  await staff.transactions.createTransaction({
    body: { orderId: part.id, method, amount: 45_000_000 },
  });
  expect(await staff.refunds.refundOrder({ id: part.id, body: {} })).toMatchObject({
    amount: 45_000_000,
  });
  const { id, items } = await paidOrder(world, shop);
  const body = { items: [{ itemId: items[0]?.id ?? "", quantity: 1 }] };
  expect(await staff.orders.updateOrderItems({ id, body })).toMatchObject({ refund: 30_000_000 });
  expect(await staff.refunds.refundOrder({ id, body: { amount: 22_000_000 } })).toMatchObject({
    amount: 22_000_000,
  });
  await expect(
    staff.refunds.refundOrder({ id, body: { amount: 90_000_000 } }),
  ).rejects.toMatchObject({ code: "AMOUNT_EXCEEDED" });
  expect(await imbalances(world)).toEqual([]);
});
