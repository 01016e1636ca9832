import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { runJobs } from "#tests/run-jobs.ts";
import { test, type World } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { applyPaymentFact } from "../payments/apply-payment-fact.ts";
import { fact, windowOver } from "../payments/payments.fixture.ts";
import { onHand, refundShop, settle } from "../refunds/refunds.fixture.ts";
import { member } from "../roles/roles.fixture.ts";
import { expireOrders } from "./jobs.ts";

/** Creates a LIVE store with ten units, and an order of two units with a single-use code and an open payment. */
async function openOrder(world: World) {
  const shop = await refundShop(world, { stock: 10 });
  const { storeId, variantIds } = shop;
  await world.admin.query(
    `insert into shop.discounts (store_id, id, code, type, value, usage_limit) values ($1, $2, 'ONE', 'PERCENTAGE', 1000, 1)`,
    [storeId, newId()],
  );
  const buy = (quantity: number, discountCode?: string) =>
    world.client().orders.createOrder({
      storeId,
      body: {
        items: [{ variantId: variantIds[0], quantity }],
        email: "ada@example.com",
        ...(discountCode === undefined ? {} : { discountCode }),
      },
    });
  const { id, orderKey, total } = await buy(2, "ONE");
  const buyer = world.client({ orderKey });
  const intent = await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
  return {
    ...shop,
    id,
    buyer,
    total,
    buy,
    stock: () => onHand(world, variantIds[0]),
    async expire() {
      await windowOver(world);
      expect(await expireOrders(world.services)).toBe(1);
    },
    /** Lets the provider capture the payment although it was canceled. */
    async payLate() {
      await world.admin.query("update shop.test_payments set state = 'captured' where id = $1", [
        intent.id,
      ]);
      const { rows } = await world.admin.query<{ id: string; amount_minor: string }>(
        "select id, amount_minor from shop.payments where provider_id = $1",
        [intent.id],
      );
      const ctx = await world.system(storeId);
      const taken = fact("completed", Number(rows[0]?.amount_minor));
      // Providers can deliver a webhook event more than once.
      for (let times = 0; times < 2; times += 1)
        await ctx.tx((tx) => applyPaymentFact(tx, ctx, rows[0]?.id ?? "", taken));
      await runJobs(world.services);
      await settle(world);
    },
    order: () => shop.staff.orders.getOrder({ id }),
    kinds: async () =>
      (await shop.staff.orders.listOrderEvents({ id })).items.map(({ kind }) => kind),
  };
}

test("late money reopens an expired order if its units and its code are still available", async ({
  world,
}) => {
  const s = await openOrder(world);
  await s.expire();
  await s.payLate();
  expect(await s.order()).toMatchObject({
    status: "PAID",
    paymentState: "COMPLETED",
    canceledAt: null,
    refunded: 0,
  });
  expect(await s.stock()).toBe(8);
  expect(await s.kinds()).toContain("reopened");
  const mails = (await world.sendMails()).map(({ subject }) => subject);
  expect(mails).toEqual([expect.stringMatching(/^Your order/)]);
  await expect(s.buy(1, "ONE")).rejects.toMatchObject({ code: "DISCOUNT_INVALID" });
  expect(await imbalances(world)).toEqual([]);
});

test("late money is refunded automatically if the units were sold meanwhile", async ({ world }) => {
  const s = await openOrder(world);
  await s.expire();
  await s.buy(9);
  await s.payLate();
  expect(await s.order()).toMatchObject({ paymentState: "REFUNDED", refunded: s.total });
  expect((await s.order()).canceledAt).not.toBeNull();
  expect(await s.stock()).toBe(10);
  const mails = (await world.sendMails()).map(({ subject }) => subject);
  expect(mails).toContainEqual(expect.stringMatching(/^Refund for your order/));
  expect(await imbalances(world)).toEqual([]);
});

test("late money is refunded automatically if the order's code was used up meanwhile", async ({
  world,
}) => {
  const s = await openOrder(world);
  await s.expire();
  await s.buy(1, "ONE");
  await s.payLate();
  expect(await s.order()).toMatchObject({ paymentState: "REFUNDED", refunded: s.total });
  expect(await imbalances(world)).toEqual([]);
});

test("late money of an order that its buyer canceled is refunded automatically", async ({
  world,
}) => {
  const s = await openOrder(world);
  await s.buyer.orders.cancelOrder({ id: s.id });
  await s.payLate();
  expect(await s.order()).toMatchObject({ paymentState: "REFUNDED", refunded: s.total });
  expect(await s.stock()).toBe(10);
  expect(await imbalances(world)).toEqual([]);
});

test("late money is refunded automatically if the buyer was erased", async ({ world }) => {
  const s = await openOrder(world);
  await s.expire();
  const owner = await member(world, s.storeId, "ADMIN");
  const { items } = await owner.customers.listCustomers({ storeId: s.storeId });
  await owner.customers.eraseCustomer({ id: items[0]?.id ?? "" });
  await s.payLate();
  expect(await s.order()).toMatchObject({ paymentState: "REFUNDED", refunded: s.total });
  expect(await s.stock()).toBe(10);
  expect(await imbalances(world)).toEqual([]);
});

test("late money of a deleted order is refunded automatically", async ({ world }) => {
  const s = await openOrder(world);
  await s.expire();
  await s.staff.orders.deleteOrder({ id: s.id });
  await s.payLate();
  await s.staff.orders.restoreOrder({ id: s.id });
  expect(await s.order()).toMatchObject({ paymentState: "REFUNDED", refunded: s.total });
  expect(await s.stock()).toBe(10);
  expect(await imbalances(world)).toEqual([]);
});
