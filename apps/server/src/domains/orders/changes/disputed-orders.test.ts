// @module-tag slow

import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { runJobs } from "#tests/run-jobs.ts";
import { test, type World } from "#tests/world.ts";
import { reportDispute } from "../../disputes/disputes.fixture.ts";
import { expireChange } from "./expire-change.ts";
import { paidOrder, payAll, refundShop, settle } from "../../refunds/refunds.fixture.ts";

/** A paid order of three units at 33.34 and one at 10.00. Two more units at 10.00 were then added and paid for. */
async function paidTwice(world: World) {
  const shop = await refundShop(world);
  const order = await paidOrder(world, shop);
  const { orders } = shop.staff;
  const { id } = order;
  const items = async () => (await orders.getOrderWithItems({ id })).items;
  await orders.updateOrderItems({
    id,
    body: { items: [{ variantId: shop.variantIds[1], quantity: 2 }] },
  });
  await payAll(order);
  return {
    id,
    shop,
    order,
    /** Sets the units of the order's n-th line. */
    set: async (n: number, quantity: number) =>
      orders.updateOrderItems({
        id,
        body: { items: [{ itemId: (await items())[n]?.id ?? "", quantity }] },
      }),
    now: () => orders.getOrder({ id }),
    report: (state: "open" | "won" | "lost", amountMinor: number, payment = 0) =>
      reportDispute(world, shop, id, { state, amountMinor, payment }),
  };
}

describe("an order that lost part of its money in a dispute", () => {
  test("isn't refunded for units whose price the dispute returned, but for all others", async ({
    world,
  }) => {
    const s = await paidTwice(world);
    expect(await s.now()).toMatchObject({ total: 130.02, paid: 130.02 });
    await s.report("lost", 10_002);
    // The dispute returned the price of the three units.
    expect(await s.set(0, 1)).toMatchObject({ status: "APPLIED", refund: 0 });
    expect(await s.set(0, 0)).toMatchObject({ status: "APPLIED", refund: 0 });
    expect(await s.now()).toMatchObject({ total: 30, paid: 130.02, refunded: 0 });
    expect(await s.set(1, 1)).toMatchObject({ status: "APPLIED", refund: 10 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("is refunded what a change returns beyond the lost amount, and refunded lines don't count as kept", async ({
    world,
  }) => {
    const s = await paidTwice(world);
    const { items } = await s.shop.staff.orders.getOrderWithItems({ id: s.id });
    await s.shop.staff.refunds.refundOrder({
      id: s.id,
      body: { lines: [{ itemId: items[1]?.id ?? "", quantity: 1 }] },
    });
    await s.report("lost", 2000);
    expect(await s.set(0, 2)).toMatchObject({ status: "APPLIED", refund: 13.34 });
    expect(await s.set(0, 1)).toMatchObject({ status: "APPLIED", refund: 33.34 });
    expect(await imbalances(world)).toEqual([]);
  });
});

test("an order that lost money in a dispute exchanges units in two changes, so that the new ones are paid for", async ({
  world,
}) => {
  const s = await paidTwice(world);
  const { items } = await s.shop.staff.orders.getOrderWithItems({ id: s.id });
  const exchange = (preview: boolean) =>
    s.shop.staff.orders.updateOrderItems({
      id: s.id,
      preview,
      body: {
        items: [
          { itemId: items[0]?.id ?? "", quantity: 0 },
          { variantId: s.shop.variantIds[1], quantity: 11 },
        ],
      },
    });
  expect(await exchange(true)).toMatchObject({ due: 9.98 });
  await s.report("lost", 10_002);
  await expect(exchange(false)).rejects.toMatchObject({
    code: "INVALID_TRANSITION",
    message: expect.stringContaining("in one change") as string,
  });
  await s.set(0, 0);
  const added = { items: [{ variantId: s.shop.variantIds[1], quantity: 11 }] };
  expect(await s.shop.staff.orders.updateOrderItems({ id: s.id, body: added })).toMatchObject({
    status: "OPEN",
    due: 110,
  });
});

test("an exchange that waits for payment ends if a dispute is lost meanwhile", async ({
  world,
}) => {
  const s = await paidTwice(world);
  const { staff } = s.shop;
  const { items } = await staff.orders.getOrderWithItems({ id: s.id });
  const change = await staff.orders.updateOrderItems({
    id: s.id,
    body: {
      items: [
        { itemId: items[0]?.id ?? "", quantity: 0 },
        { variantId: s.shop.variantIds[1], quantity: 11 },
      ],
    },
  });
  expect(change).toMatchObject({ status: "OPEN", due: 9.98 });
  await s.report("lost", 5000);
  await expect(payAll(s.order)).rejects.toMatchObject({ code: "ORDER_EXPIRED" });
  expect(await expireChange(await world.system(s.shop.storeId), s.id)).toBe(true);
  expect(await s.now()).toMatchObject({ total: 130.02, openChange: null });
  expect(await imbalances(world)).toEqual([]);
});

describe("an order that became cheaper after a lost dispute that is reversed", () => {
  test("is refunded the difference that the dispute had returned, once", async ({ world }) => {
    const s = await paidTwice(world);
    await s.report("lost", 5000);
    expect(await s.set(0, 1)).toMatchObject({ status: "APPLIED", refund: 16.68 });
    expect(await s.now()).toMatchObject({ total: 63.34, refunded: 16.68, lost: 50 });
    await s.report("won", 5000);
    for (let i = 0; i < 2; i += 1) {
      await runJobs(world.services);
      await settle(world);
      expect(await s.now()).toMatchObject({ paid: 130.02, refunded: 66.68, lost: 0 });
    }
    expect(await imbalances(world)).toEqual([]);
    // Nothing is withheld anymore.
    expect(await s.set(0, 0)).toMatchObject({ status: "APPLIED", refund: 33.34 });
  });

  test("keeps what was refunded as a goodwill amount", async ({ world }) => {
    const s = await paidTwice(world);
    await s.shop.staff.refunds.refundOrder({ id: s.id, body: { amount: 10 } });
    await s.report("lost", 3334);
    expect(await s.set(0, 1)).toMatchObject({ status: "APPLIED", refund: 33.34 });
    expect(await imbalances(world)).toEqual([]);
  });
});

describe("an order with a disputed payment", () => {
  test("can become cheaper by what its other payments can return, because the provider refunds nothing of the disputed one", async ({
    world,
  }) => {
    const s = await paidTwice(world);
    const refused = {
      code: "INVALID_TRANSITION",
      message: expect.stringContaining("once the dispute is closed") as string,
    };
    const drawn = async () =>
      (
        await world.admin.query<{ n: number; amount: number }>(
          `select p.amount_minor::int as amount, r.amount_minor::int as n from shop.refund_payments r
           join shop.payments p on p.id = r.payment_id order by r.id`,
        )
      ).rows;
    await s.report("open", 100, 1);
    // The newest payment is disputed, so the difference comes from the other one.
    expect(await s.set(1, 0)).toMatchObject({ status: "APPLIED", refund: 10 });
    expect(await drawn()).toEqual([{ amount: 11_002, n: 1000 }]);
    await s.report("won", 100, 1);
    await s.report("open", 100, 0);
    expect(await s.set(0, 3)).toMatchObject({ status: "APPLIED", refund: 0 });
    await expect(s.set(0, 2)).rejects.toMatchObject(refused);
    expect(await s.set(1, 1)).toMatchObject({ status: "APPLIED", refund: 10 });
    await s.report("won", 100, 0);
    expect(await s.set(0, 2)).toMatchObject({ status: "APPLIED", refund: 33.34 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("can't become cheaper before the dispute has ended, and loses units without a refund if all was lost", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const order = await paidOrder(world, shop);
    const { id } = order;
    const reduce = (i: number, quantity: number) =>
      shop.staff.orders.updateOrderItems({
        id,
        body: { items: [{ itemId: order.items[i]?.id ?? "", quantity }] },
      });
    await reportDispute(world, shop, id, { state: "open", amountMinor: 10_002 });
    await expect(reduce(1, 0)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    await reportDispute(world, shop, id, { state: "lost", amountMinor: 11_002 });
    expect(await reduce(0, 1)).toMatchObject({ status: "APPLIED", refund: 0 });
    expect(await imbalances(world)).toEqual([]);
  });
});
