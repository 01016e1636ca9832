// @module-tag slow

import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { runJobs } from "#tests/run-jobs.ts";
import { test, type World } from "#tests/world.ts";
import type { RefundFact } from "../../gateways/provider.ts";
import { reportDispute } from "../disputes/disputes.fixture.ts";
import { issueCreditNotes, issueInvoices } from "../order-documents/jobs.ts";
import { applyPaymentFact } from "../payments/apply-payment-fact.ts";
import { fact, windowOver } from "../payments/payments.fixture.ts";
import { onHand, payAll, placeOrder, refundShop, settle } from "../refunds/refunds.fixture.ts";
import { applyRefundFact } from "../refunds/apply-refund-fact.ts";
import { expireOrders } from "./jobs.ts";

/**
 * Places an order of 110.02 and starts its payment. Staff then add a unit for 10.00, and the provider captures the
 * first amount anyway, so 10.00 is still due.
 */
async function paidInPart(world: World) {
  const shop = await refundShop(world);
  const order = await placeOrder(world, shop);
  const { id, buyer } = order;
  const intent = await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
  const { orders } = shop.staff;
  await orders.updateOrderItems({
    id,
    body: { items: [{ variantId: shop.variantIds[1], quantity: 1 }] },
  });
  const { rows } = await world.admin.query<{ id: string }>(
    "select id from shop.payments where provider_id = $1",
    [intent.id],
  );
  await world.admin.query("update shop.test_payments set state = 'captured' where id = $1", [
    intent.id,
  ]);
  const ctx = await world.system(shop.storeId);
  await ctx.tx((tx) => applyPaymentFact(tx, ctx, rows[0]?.id ?? "", fact("completed", 11_002)));
  return {
    ...order,
    shop,
    now: () => orders.getOrder({ id }),
    listed: async (paymentState: "DISPUTED" | "DISPUTE_RESOLVED" | "FAILED" | "PENDING") =>
      (await orders.listOrders({ storeId: shop.storeId, paymentState })).items.length,
    report: (state: "open" | "lost" | "won") =>
      reportDispute(world, shop, id, { state, amountMinor: 11_002 }),
  };
}

describe("a part payment that was lost in a dispute", () => {
  test("is due again, and the order says that it is disputed", async ({ world }) => {
    const s = await paidInPart(world);
    const { id, shop } = s;
    expect(await s.now()).toMatchObject({ status: "PENDING", paid: 110.02, total: 120.02 });
    await s.report("open");
    expect(await s.now()).toMatchObject({ status: "PENDING", paymentState: "DISPUTED" });
    expect(await s.listed("DISPUTED")).toBe(1);
    await s.report("lost");
    expect(await s.now()).toMatchObject({
      status: "PENDING",
      paymentState: "DISPUTE_RESOLVED",
      lost: 110.02,
      expiresAt: expect.any(String) as string,
    });
    expect(await s.listed("DISPUTE_RESOLVED")).toBe(1);
    expect((await s.listed("PENDING")) + (await s.listed("FAILED"))).toBe(0);
    // Paying the 10.00 that was due before the dispute doesn't complete the order.
    await shop.staff.transactions.createTransaction({
      body: { orderId: id, amount: 10, method: "CASH" },
    });
    expect(await s.now()).toMatchObject({ status: "PENDING", expiresAt: null });
    await payAll(s);
    expect(await s.now()).toMatchObject({ status: "PAID", paid: 230.04, lost: 110.02 });
    expect(await imbalances(world)).toEqual([]);
    await shop.staff.shipments.createShipment({ id, body: {} });
  });

  test("releases the order's units if nothing else is paid, and is refunded if the store wins after all", async ({
    world,
  }) => {
    const s = await paidInPart(world);
    await s.report("lost");
    await windowOver(world);
    await expireOrders(world.services);
    expect(await s.now()).toMatchObject({ status: "CANCELLED" });
    expect(await onHand(world, s.shop.variantIds[0])).toBe(100);
    const { rows } = await world.admin.query<{ n: number }>(
      "select sum(reserved)::int as n from shop.inventory_levels",
    );
    expect(rows).toEqual([{ n: 0 }]);
    await s.report("won");
    await runJobs(world.services);
    await settle(world);
    expect(await s.now()).toMatchObject({ refunded: 110.02, lost: 0 });
    expect(await imbalances(world)).toEqual([]);
  });

  test.for([
    { cash: 10, refunded: 0 },
    { cash: 30, refunded: 20 },
  ])(
    "completes the order if it is won after all and $cash were paid, and $refunded above the total are refunded",
    async ({ cash, refunded }, { world }) => {
      const s = await paidInPart(world);
      const { staff } = s.shop;
      await s.report("lost");
      await staff.transactions.createTransaction({
        body: { orderId: s.id, amount: cash, method: "CASH" },
      });
      expect(await s.now()).toMatchObject({ status: "PENDING", lost: 110.02 });
      await s.report("won");
      await runJobs(world.services);
      await settle(world);
      expect(await s.now()).toMatchObject({
        status: "PAID",
        payment: "Cash",
        refunded,
        lost: 0,
        expiresAt: null,
      });
      expect(await imbalances(world)).toEqual([]);
      await staff.shipments.createShipment({ id: s.id, body: {} });
    },
  );

  test("is refunded without a credit note if it is won after all, but the buyer has paid all again", async ({
    world,
  }) => {
    const s = await paidInPart(world);
    const { staff } = s.shop;
    await s.report("lost");
    await payAll(s);
    // The invoice doesn't contain the lost payment, so a later change is refunded as usual.
    await issueInvoices(world.services);
    await staff.orders.updateOrderItems({
      id: s.id,
      body: { items: [{ itemId: s.items[1]?.id ?? "", quantity: 0 }] },
    });
    await settle(world);
    expect(await s.now()).toMatchObject({ total: 110.02, paid: 230.04, refunded: 10 });
    await s.report("won");
    await runJobs(world.services);
    await settle(world);
    expect(await s.now()).toMatchObject({ status: "PAID", refunded: 120.02, lost: 0 });
    await issueCreditNotes(world.services);
    const { rows } = await world.admin.query(
      "select kind, total_minor::int as total from shop.order_documents order by issued_at, id",
    );
    expect(rows).toEqual([
      { kind: "invoice", total: 12_002 },
      { kind: "credit-note", total: 1000 },
    ]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("doesn't keep the buyer from canceling the order", async ({ world }) => {
    const s = await paidInPart(world);
    const canCancel = async () =>
      (await s.buyer.orders.getOrderWithItems({ id: s.id })).changes.cancel;
    expect(await canCancel()).toBe(false);
    await s.report("lost");
    expect(await canCancel()).toBe(true);
    await s.buyer.orders.cancelOrder({ id: s.id });
    expect(await s.now()).toMatchObject({ status: "CANCELLED" });
    expect(await imbalances(world)).toEqual([]);
  });
});

test("an unpaid order whose part payment was refunded can be changed, and expires if nothing else is paid", async ({
  world,
}) => {
  const s = await paidInPart(world);
  const { id, shop } = s;
  await shop.staff.refunds.refundOrder({ id, body: {} });
  await settle(world);
  expect(await s.now()).toMatchObject({
    status: "PENDING",
    refunded: 110.02,
    expiresAt: expect.any(String) as string,
  });
  await shop.staff.orders.updateOrderItems({
    id,
    body: { items: [{ variantId: shop.variantIds[1], quantity: 1 }] },
  });
  await windowOver(world);
  await expireOrders(world.services);
  expect((await s.now()).status).not.toBe("PENDING");
  expect(await imbalances(world)).toEqual([]);
});

test("an unpaid order is completed if the refund of a part payment fails after the buyer has paid the rest", async ({
  world,
}) => {
  const s = await paidInPart(world);
  const { staff, storeId } = s.shop;
  // The provider completes this refund later.
  await staff.refunds.refundOrder({ id: s.id, body: { amount: 20.93 } });
  await staff.transactions.createTransaction({
    body: { orderId: s.id, amount: 10, method: "CASH" },
  });
  expect(await s.now()).toMatchObject({ status: "PENDING", refunded: 20.93 });
  await world.admin.query("update shop.test_refunds set state = 'failed'");
  const { rows } = await world.admin.query<{ id: string }>("select id from shop.refund_payments");
  const ctx = await world.system(storeId);
  const failed: RefundFact = {
    state: "failed",
    providerRefundId: null,
    amountMinor: 2093,
    currency: "USD",
    issues: [],
    debugId: null,
  };
  await ctx.tx((tx) => applyRefundFact(tx, ctx, rows[0]?.id ?? "", failed));
  expect(await s.now()).toMatchObject({ status: "PAID", paid: 120.02, refunded: 0 });
  expect(await imbalances(world)).toEqual([]);
});
