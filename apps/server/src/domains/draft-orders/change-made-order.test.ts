// @module-tag slow

import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test, type World } from "#tests/world.ts";
import { draftShop } from "./drafts.fixture.ts";

/** Creates and pays an order from a draft with staff discounts. The returned `pay` pays what the buyer still owes. */
async function madeOrder(world: World) {
  const shop = await draftShop(world);
  const { id } = await shop.draft({
    items: [
      { variantId: shop.small, quantity: 3, discount: { type: "PERCENTAGE", value: 10 } },
      { variantId: shop.medium, quantity: 1 },
    ],
    discount: { type: "FIXED_AMOUNT", value: 7, title: "Thanks" },
  });
  const key = await shop.linkOf(id);
  const opened = await world.client().draftOrders.openDraftOrder({ id, body: { key } });
  const { payments } = world.client({ orderKey: opened.orderKey });
  const pay = async () => {
    const intent = await payments.createPaymentIntent({ id, body: { provider: "other" } });
    await payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
    return payments.processPayment({
      id,
      body: { provider: "other", paymentIntentId: intent.id },
    });
  };
  expect(await pay()).toMatchObject({ status: "COMPLETED" });
  return { ...shop, id, pay, first: opened.items[0]?.id ?? "", total: opened.total };
}

describe("an order with staff discounts", () => {
  test("can lose units, which are then refunded", async ({ world }) => {
    const { id, staff, first, total } = await madeOrder(world);
    const made = await staff.orders.updateOrderItems({
      id,
      body: { items: [{ itemId: first, quantity: 2 }] },
    });
    expect(made).toMatchObject({ status: "APPLIED", order: { refunded: made.refund } });
    expect(made.order.total).toBeCloseTo(total - made.refund, 2);
    expect(await imbalances(world)).toEqual([]);
  });

  test("gets more units once the difference is paid", async ({ world }) => {
    const { id, staff, medium, pay } = await madeOrder(world);
    const made = await staff.orders.updateOrderItems({
      id,
      body: { items: [{ variantId: medium, quantity: 2 }] },
    });
    expect(made.status).toBe("OPEN");
    expect(await pay()).toMatchObject({ status: "COMPLETED" });
    expect(await staff.orders.getOrder({ id })).toMatchObject({
      openChange: null,
      total: made.order.total,
      paid: made.order.total,
    });
    expect(await imbalances(world)).toEqual([]);
  });

  test("can be sent to another state", async ({ world }) => {
    const { id, staff, storeId } = await madeOrder(world);
    await staff.taxes.createTaxRate({
      storeId,
      body: { name: "Sales tax", percent: 2, country: "US", region: "OR" },
    });
    const { shippingAddress } = await staff.orders.getOrder({ id });
    const address = { ...shippingAddress, region: "OR", postalCode: "97201" };
    const moved = await staff.orders.updateOrderAddresses({
      id,
      body: { shippingAddress: address as NonNullable<typeof shippingAddress> },
    });
    expect(moved.shippingAddress).toMatchObject({ region: "OR" });
    expect(await imbalances(world)).toEqual([]);
  });
});
