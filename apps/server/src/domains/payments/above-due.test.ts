// @module-tag slow

import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { runJobs } from "#tests/run-jobs.ts";
import { test, type World } from "#tests/world.ts";
import { reportDispute } from "../disputes/disputes.fixture.ts";
import { paidOrder, placeOrder, refundShop, settle } from "../refunds/refunds.fixture.ts";
import { member } from "../roles/roles.fixture.ts";
import { applyPaymentFact } from "./apply-payment-fact.ts";
import { fact } from "./payments.fixture.ts";

/** Returns the id of the payment with this id at the provider. */
async function paymentOf(world: World, providerId: string): Promise<string> {
  const { rows } = await world.admin.query<{ id: string }>(
    "select id from shop.payments where provider_id = $1",
    [providerId],
  );
  return rows[0]?.id ?? "";
}

/** Captures the payment at the provider, which reports it three times. */
async function capture(
  world: World,
  storeId: string,
  providerId: string,
  minor: number,
): Promise<void> {
  await world.admin.query("update shop.test_payments set state = 'captured' where id = $1", [
    providerId,
  ]);
  const paymentId = await paymentOf(world, providerId);
  const ctx = await world.system(storeId);
  for (let i = 0; i < 3; i += 1)
    await ctx.tx((tx) => applyPaymentFact(tx, ctx, paymentId, fact("completed", minor)));
  await runJobs(world.services);
  await settle(world);
}

test("a payment captured above the amount due is shown once on the timeline, and refunded", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { staff, storeId } = shop;
  const { id, buyer, total } = await placeOrder(world, shop);
  const intent = await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
  // The cash payment cancels the buyer's payment, but the provider captures the buyer's payment anyway.
  await staff.transactions.createTransaction({ body: { orderId: id, method: "CASH" } });
  await capture(world, storeId, intent.id, 11_002);
  const { items } = await staff.orders.listOrderEvents({ id });
  const paymentId = await paymentOf(world, intent.id);
  expect(items.filter(({ kind }) => kind === "payment-problem")).toMatchObject([
    { by: { kind: "system" }, data: { paymentId, provider: "OTHER", issue: "PAID_TWICE" } },
  ]);
  expect(items.filter(({ kind }) => kind === "refunded")).toHaveLength(1);
  expect(await staff.orders.getOrder({ id })).toMatchObject({
    status: "PAID",
    paid: 2 * total,
    refunded: total,
  });
  const { rows } = await world.admin.query(
    "select payment_id, amount_minor::int from shop.test_refunds",
  );
  expect(rows).toEqual([{ payment_id: intent.id, amount_minor: 11_002 }]);
  const { rows: credited } = await world.admin.query(
    "select from shop.refunds where is_credit_note_due",
  );
  expect(credited).toEqual([]);
  expect(await imbalances(world)).toEqual([]);
});

test("a difference captured after a dispute took the order's money is refunded, and the order can be canceled", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { staff, storeId } = shop;
  const { id, buyer } = await paidOrder(world, shop);
  await staff.orders.updateOrderItems({
    id,
    body: { items: [{ variantId: shop.variantIds[1], quantity: 2 }] },
  });
  const intent = await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
  // The provider is still deciding, as with a bank debit.
  const ctx = await world.system(storeId);
  const paymentId = await paymentOf(world, intent.id);
  await ctx.tx((tx) => applyPaymentFact(tx, ctx, paymentId, fact("pending")));
  await reportDispute(world, shop, id, { state: "lost", amountMinor: 11_002 });
  await capture(world, storeId, intent.id, 2000);
  expect(await staff.orders.getOrder({ id })).toMatchObject({
    status: "PAID",
    paid: 130.02,
    refunded: 20,
    lost: 110.02,
  });
  expect(await imbalances(world)).toEqual([]);
  await staff.orders.cancelOrder({ id });
  expect(await staff.orders.getOrder({ id })).toMatchObject({ status: "CANCELLED", refunded: 20 });
  expect(await imbalances(world)).toEqual([]);
});

test("an unpaid order stays payable after a payment above its amount due was refunded", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { staff, storeId } = shop;
  const { id, buyer } = await placeOrder(world, shop);
  const intent = await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
  await staff.transactions.createTransaction({ body: { orderId: id, method: "CASH", amount: 50 } });
  await capture(world, storeId, intent.id, 11_002);
  expect(await staff.orders.getOrder({ id })).toMatchObject({
    status: "PENDING",
    refunded: 110.02,
  });
  await staff.transactions.createTransaction({ body: { orderId: id, method: "CASH" } });
  expect(await staff.orders.getOrder({ id })).toMatchObject({ status: "PAID", paid: 220.04 });
  expect(await imbalances(world)).toEqual([]);
});

test("an unpaid order whose pending payment turns out not to be due can be changed again", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { staff, storeId } = shop;
  const { id, buyer } = await placeOrder(world, shop);
  const intent = await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
  await staff.transactions.createTransaction({ body: { orderId: id, method: "CASH", amount: 50 } });
  // The provider captures the canceled payment after all, but only later, as with a bank debit.
  await world.admin.query("update shop.payments set state = 'processing' where provider_id = $1", [
    intent.id,
  ]);
  await world.admin.query("update shop.orders set payment_state = 'processing' where id = $1", [
    id,
  ]);
  const change = () =>
    staff.orders.updateOrderItems({
      id,
      body: { items: [{ variantId: shop.variantIds[1], quantity: 2 }] },
    });
  await expect(change()).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  await capture(world, storeId, intent.id, 11_002);
  await change();
  expect(await imbalances(world)).toEqual([]);
});

test("if the refund of a payment that isn't due fails, owners and managers get an email", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { staff, storeId } = shop;
  await member(world, storeId, "ADMIN");
  const { id, buyer } = await placeOrder(world, shop);
  const cash = (amount?: number) =>
    staff.transactions.createTransaction({
      body: { orderId: id, method: "CASH", ...(amount !== undefined && { amount }) },
    });
  await cash(10.11);
  const intent = await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
  await cash();
  // The test provider declines to refund this amount.
  await capture(world, storeId, intent.id, 9991);
  const mails = await world.sendMails();
  expect(mails.map(({ subject }) => subject).join()).toContain("Refund failed");
  expect(await imbalances(world)).toEqual([]);
});
