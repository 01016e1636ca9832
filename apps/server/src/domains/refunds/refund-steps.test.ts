import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test, type World } from "#tests/world.ts";
import { drivers, shopWith } from "../payments/with-providers.fixture.ts";

const stripe = drivers.find(({ provider }) => provider === "stripe") ?? drivers[0]!;

/** Creates a paid order of two units for 12.345 KWD each. Stripe's amounts in KWD end in 0. */
async function paidInDinars(world: World) {
  const shop = await shopWith(world, stripe, "KWD");
  await world.admin.query("update shop.variants set price_minor = 12345");
  await world.admin.query("update shop.shipping_rates set price_minor = 0");
  const { id } = await shop.paid();
  const { items, total } = await shop.owner.orders.getOrderWithItems({ id });
  expect(total).toBe(24.69);
  const money = async () => {
    const { rows } = await world.admin.query(
      "select total_minor::int as total, refunded_minor::int as refunded from shop.orders",
    );
    return rows[0];
  };
  return { ...shop, id, itemId: items[0]?.id ?? "", money };
}

describe("in a currency whose last decimal the provider doesn't have", () => {
  test("a refund is rejected with the nearest amount, which is accepted", async ({ world }) => {
    await using shop = await paidInDinars(world);
    const { id, itemId } = shop;
    const { refunds } = shop.owner;
    const lines = [{ itemId, quantity: 1 }];
    await expect(refunds.refundOrder({ id, body: { lines } })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
      message: "Stripe can refund only multiples of 0.01 KWD. Refund the amount 12.34 KWD instead.",
      details: { amount: 12.34 },
    });
    await expect(refunds.refundOrder({ id, body: { amount: 0.005 } })).rejects.toMatchObject({
      details: { amount: 0.01 },
    });
    expect(await shop.money()).toEqual({ total: 24690, refunded: 0 });
    expect(await refunds.refundOrder({ id, body: { lines, amount: 12.34 } })).toMatchObject({
      status: "COMPLETED",
      amount: 12.34,
    });
    // The rest comes back with the last unit.
    expect(await refunds.refundOrder({ id, body: {} })).toMatchObject({
      status: "COMPLETED",
      amount: 12.35,
    });
    expect(await imbalances(world)).toEqual([]);
  });

  test("a change that would return such an amount isn't made", async ({ world }) => {
    await using shop = await paidInDinars(world);
    const { id, itemId } = shop;
    const body = { items: [{ itemId, quantity: 1 }] };
    await expect(shop.owner.orders.updateOrderItems({ id, body })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
      details: { amount: 12.34 },
    });
    expect(await shop.money()).toEqual({ total: 24690, refunded: 0 });
    await world.sendMails();
    expect(world.mails.filter(({ subject }) => subject.includes("was changed"))).toEqual([]);
    await shop.owner.orders.cancelOrder({ id, body: {} });
    expect(await shop.money()).toMatchObject({ refunded: 24690 });
    expect(await imbalances(world)).toEqual([]);
  });
});
