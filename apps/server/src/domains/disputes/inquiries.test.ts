// @module-tag slow

import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { runJobs } from "#tests/run-jobs.ts";
import { test, type World } from "#tests/world.ts";
import { paidOrder, refundShop, settle } from "../refunds/refunds.fixture.ts";
import { member } from "../roles/roles.fixture.ts";
import {
  listen,
  openPayment,
  openWebhookShop,
  processEvents,
  stripeOf,
} from "../webhooks/webhooks.fixture.ts";
import { reportDispute } from "./disputes.fixture.ts";

/** Creates a shop with an order that was paid by card, and about which the card's bank has opened an inquiry. */
async function askedShop(world: World) {
  const shop = await openWebhookShop(world, await listen(world), "stripe");
  const { control } = shop.standin;
  const payment = await openPayment(world, shop);
  await stripeOf(shop.standin).paymentIntents.confirm(payment.providerId, {
    payment_method: "pm_card_createDisputeInquiry",
    return_url: "http://localhost/",
  });
  const deliver = async () => {
    await control.webhooks.release("made");
    await control.webhooks.drain();
    await processEvents(world);
    await runJobs(world.services);
  };
  await deliver();
  const { data } = await stripeOf(shop.standin).disputes.list();
  return {
    shop,
    id: payment.id,
    buyer: payment.client,
    deliver,
    close: () => control.disputes.close(data[0]?.id ?? "", "won"),
    order: () => shop.owner.orders.getOrder({ id: payment.id }),
    refund: (amount: number) =>
      shop.owner.refunds.refundOrder({ id: payment.id, body: { amount } }),
    mails: async () =>
      (await world.sendMails()).filter(({ subject }) => subject.includes("dispute")),
  };
}

describe("an inquiry at Stripe, which takes no money", () => {
  test("is shown and mailed, and the order can be refunded and shipped", async ({ world }) => {
    const s = await askedShop(world);
    const { paid } = await s.order();
    expect(await s.order()).toMatchObject({ paymentState: "DISPUTED", refunded: 0, lost: 0 });
    const [mail, ...others] = await s.mails();
    expect(others).toEqual([]);
    expect(mail?.text).toContain("Respond by");
    expect(mail?.text).not.toContain("can't be refunded");
    await s.refund(1);
    await s.shop.owner.shipments.createShipment({ id: s.id, body: {} });
    await s.refund(paid - 1);
    await s.deliver();
    expect(await s.order()).toMatchObject({ status: "REFUNDED", refunded: paid });
    await s.close();
    await s.deliver();
    expect(await s.order()).toMatchObject({ status: "REFUNDED", refunded: paid, lost: 0 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("doesn't delay the refund of an order that its buyer cancels", async ({ world }) => {
    const s = await askedShop(world);
    const { paid } = await s.order();
    await s.buyer.orders.cancelOrder({ id: s.id });
    await s.deliver();
    expect(await s.order()).toMatchObject({ status: "REFUNDED", refunded: paid });
    await s.close();
    await s.deliver();
    expect(await s.order()).toMatchObject({ refunded: paid, lost: 0 });
    expect(await imbalances(world)).toEqual([]);
  });
});

describe("an inquiry", () => {
  test("that becomes a dispute is mailed again, and takes what wasn't refunded", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    await member(world, shop.storeId, "ADMIN");
    const { id } = await paidOrder(world, shop);
    const amountMinor = 11_002;
    await reportDispute(world, shop, id, { state: "open", amountMinor, isInquiry: true });
    await shop.staff.refunds.refundOrder({ id, body: { amount: 10 } });
    const before = (await world.sendMails()).length;
    await reportDispute(world, shop, id, { state: "open", amountMinor });
    const mails = (await world.sendMails()).slice(before);
    expect(mails.length).toBeGreaterThan(0);
    for (const { text } of mails) expect(text).toContain("can't be refunded here");
    await expect(shop.staff.refunds.refundOrder({ id, body: { amount: 1 } })).rejects.toMatchObject(
      { code: "INVALID_TRANSITION" },
    );
    await reportDispute(world, shop, id, { state: "lost", amountMinor });
    expect(await shop.staff.orders.getOrder({ id })).toMatchObject({ refunded: 10, lost: 100.02 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("that was recorded as a dispute of a canceled order frees its money", async ({ world }) => {
    const shop = await refundShop(world);
    const { id } = await paidOrder(world, shop);
    const amountMinor = 11_002;
    await reportDispute(world, shop, id, { state: "open", amountMinor });
    await shop.staff.orders.cancelOrder({ id });
    await reportDispute(world, shop, id, { state: "open", amountMinor, isInquiry: true });
    await runJobs(world.services);
    await settle(world);
    expect(await shop.staff.orders.getOrder({ id })).toMatchObject({ refunded: 110.02, lost: 0 });
    expect(await imbalances(world)).toEqual([]);
  });
});
