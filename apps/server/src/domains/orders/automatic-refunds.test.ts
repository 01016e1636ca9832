// @module-tag slow

import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { runJobs } from "#tests/run-jobs.ts";
import { test, type World } from "#tests/world.ts";
import { reportDispute } from "../disputes/disputes.fixture.ts";
import { lockAnyOrder } from "../order-records/order-rows.ts";
import { applyPaymentFact } from "../payments/apply-payment-fact.ts";
import { fact } from "../payments/payments.fixture.ts";
import { beginRefund } from "../refunds/begin-refund.ts";
import { paidOrder, placeOrder, refundShop, settle } from "../refunds/refunds.fixture.ts";
import { sendRefund } from "../refunds/send-refund.ts";
import { member } from "../roles/roles.fixture.ts";

async function settleAll(world: World): Promise<void> {
  await runJobs(world.services);
  await settle(world);
}

/** Reads the refunded amount of each payment of the order, by its method or provider. */
async function refundedOf(world: World, orderId: string) {
  const { rows } = await world.admin.query<{ of: string; minor: number }>(
    `select coalesce(method, provider) as of, refunded_minor::int as minor from shop.payments
     where order_id = $1 and state in ('completed', 'refunded')`,
    [orderId],
  );
  return Object.fromEntries(rows.map(({ of, minor }) => [of, minor]));
}

describe("a refund that the system begins", () => {
  test("returns the money that a dispute freed, not cash", async ({ world }) => {
    const shop = await refundShop(world);
    const { orders, transactions } = shop.staff;
    const { id } = await paidOrder(world, shop);
    const [, variantId] = shop.variantIds;
    await orders.updateOrderItems({ id, body: { items: [{ variantId, quantity: 1 }] } });
    await transactions.createTransaction({ body: { orderId: id, method: "CASH" } });
    await reportDispute(world, shop, id, { state: "lost", amountMinor: 1000 });
    const { items } = await orders.getOrderWithItems({ id });
    const added = items.find((item) => item.variantId === variantId);
    await orders.updateOrderItems({
      id,
      body: { items: [{ itemId: added?.id ?? "", quantity: (added?.quantity ?? 0) - 1 }] },
    });
    expect(await refundedOf(world, id)).toEqual({ CASH: 0, OTHER: 0 });
    await reportDispute(world, shop, id, { state: "won", amountMinor: 1000 });
    await settleAll(world);
    expect(await refundedOf(world, id)).toEqual({ CASH: 0, OTHER: 1000 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("returns a late payment, but not what staff kept when they canceled", async ({ world }) => {
    const shop = await refundShop(world);
    const { orders, transactions } = shop.staff;
    const { id, buyer } = await placeOrder(world, shop);
    await transactions.createTransaction({ body: { orderId: id, amount: 10, method: "CASH" } });
    const intent = await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
    await world.admin.query("update shop.payments set state = 'cancelled' where provider_id = $1", [
      intent.id,
    ]);
    await orders.cancelOrder({ id, body: { refund: false } });
    await world.admin.query("update shop.test_payments set state = 'captured' where id = $1", [
      intent.id,
    ]);
    const { rows } = await world.admin.query<{ id: string }>(
      "select id from shop.payments where provider_id = $1",
      [intent.id],
    );
    const ctx = await world.system(shop.storeId);
    await ctx.tx((tx) => applyPaymentFact(tx, ctx, rows[0]?.id ?? "", fact("completed", 10_002)));
    await settleAll(world);
    expect(await refundedOf(world, id)).toEqual({ CASH: 0, OTHER: 10_002 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("leaves cash to staff, who get an email", async ({ world }) => {
    const shop = await refundShop(world);
    await member(world, shop.storeId, "ADMIN");
    const { orders, transactions, refunds } = shop.staff;
    const { id } = await placeOrder(world, shop);
    await transactions.createTransaction({ body: { orderId: id, method: "CASH" } });
    const ctx = await world.system(shop.storeId);
    const refundId = await ctx.tx(async (tx) =>
      beginRefund(tx, ctx, await lockAnyOrder(tx, id), { amount: 10 }),
    );
    await sendRefund(ctx, refundId);
    expect(await orders.getOrder({ id })).toMatchObject({ status: "PAID", refunded: 0 });
    const mails = await world.sendMails();
    const mail = mails.find(({ subject }) => subject.includes("Refund failed"));
    expect(mail?.text).toContain("MANUAL_PAYMENT");
    expect(await refunds.refundOrder({ id, body: { amount: 10 } })).toMatchObject({ refunded: 10 });
    expect(await imbalances(world)).toEqual([]);
  });
});
