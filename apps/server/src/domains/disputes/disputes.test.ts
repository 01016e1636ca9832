// @module-tag slow

import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { runJobs } from "#tests/run-jobs.ts";
import { test, type World } from "#tests/world.ts";
import {
  listen,
  openPayment,
  openWebhookShop,
  processEvents,
  type SignedProvider,
  takeMoney,
} from "../webhooks/webhooks.fixture.ts";

/** Pays an order through a provider's stand-in. Returns functions that open and close a dispute about the payment. */
async function paidShop(world: World, provider: SignedProvider) {
  const shop = await openWebhookShop(world, await listen(world), provider);
  const { control } = shop.standin;
  const payment = await openPayment(world, shop);
  await takeMoney(shop, payment);
  const deliver = async (order: "made" | "reversed" = "made") => {
    await control.webhooks.release(order);
    await control.webhooks.drain();
    await processEvents(world);
  };
  await deliver();
  const [captured] = await control.ledger({ kind: "capture" });
  const dispute = async (amountMinor?: number) => {
    const opened = await control.disputes.open({
      payment: captured?.id ?? "",
      ...(amountMinor === undefined ? {} : { amountMinor }),
    });
    return String(opened["id"]);
  };
  const order = async () =>
    (
      await world.admin.query(
        "select dispute_state, disputed_minor::int, lost_minor::int, paid_minor::int, refunded_minor::int from shop.orders",
      )
    ).rows[0] as Record<string, unknown>;
  const kinds = async () =>
    (
      await world.admin.query<{ kind: string }>(
        "select kind from shop.order_events where kind like 'dispute%' order by created_at, id",
      )
    ).rows.map(({ kind }) => kind);
  const { orders, refunds } = shop.owner;
  const paymentState = async () =>
    (await orders.getOrderWithItems({ id: payment.id })).paymentState;
  const refund = (amount?: number) =>
    refunds.refundOrder({ id: payment.id, body: amount === undefined ? {} : { amount } });
  return { shop, control, payment, deliver, dispute, order, kinds, paymentState, refund };
}

describe.each(["paypal", "stripe"] as const)("a dispute at %s", (provider) => {
  test("is stored with its deadline, mailed once, and keeps its amount from being refunded until it is won", async ({
    world,
  }) => {
    const s = await paidShop(world, provider);
    const { paid_minor: paid } = await s.order();
    const id = await s.dispute();
    await s.deliver();
    expect(await s.paymentState()).toBe("DISPUTED");
    expect(await s.order()).toMatchObject({
      dispute_state: "open",
      disputed_minor: paid,
      lost_minor: 0,
    });
    const { rows } = await world.admin.query("select state, respond_by from shop.disputes");
    expect(rows).toMatchObject([{ state: "open", respond_by: expect.any(Date) as Date }]);
    await expect(s.refund()).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    await expect(s.refund(1)).rejects.toMatchObject({ statusCode: 409 });
    const mails = (await world.sendMails()).filter(({ subject }) => subject.includes("dispute"));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("Respond by");

    for (const delivery of await s.control.webhooks.list())
      await s.control.webhooks.send(delivery.id, 3);
    await s.deliver();
    expect(await s.kinds()).toEqual(["dispute-opened"]);

    await s.control.disputes.close(id, "won");
    await s.deliver("reversed");
    expect(await s.paymentState()).toBe("DISPUTE_RESOLVED");
    expect(await s.order()).toMatchObject({ dispute_state: "resolved", disputed_minor: 0 });
    expect(await s.kinds()).toEqual(["dispute-opened", "dispute-closed"]);
    await s.refund(1);
  });

  test("that is lost counts as money returned, but never as more than was captured", async ({
    world,
  }) => {
    const s = await paidShop(world, provider);
    const { paid_minor: paid } = (await s.order()) as { paid_minor: number };
    await s.refund(10);
    const id = await s.dispute(paid);
    // Both events are delivered after the dispute has ended, and the later one comes first.
    await s.control.disputes.close(id, "lost");
    await s.deliver("reversed");
    expect(await s.paymentState()).toBe("DISPUTE_RESOLVED");
    expect(await s.order()).toMatchObject({
      dispute_state: "resolved",
      disputed_minor: paid - 1000,
      lost_minor: paid - 1000,
    });
    await expect(s.refund()).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    const { rows } = await world.admin.query(
      "select refunded_minor + disputed_minor = amount_minor as whole from shop.payments",
    );
    expect(rows).toEqual([{ whole: true }]);
  });

  test.for([
    ["is refunded", {}],
    ["stays with the store if staff canceled without a refund", { refund: false }],
  ] as const)(
    "of an order that was canceled meanwhile %s once it is won",
    async ([, body], { world }) => {
      const s = await paidShop(world, provider);
      const { paid_minor: paid } = await s.order();
      const dispute = await s.dispute();
      await s.deliver();
      await s.shop.owner.orders.cancelOrder({ id: s.payment.id, body });
      expect(await s.order()).toMatchObject({ disputed_minor: paid, refunded_minor: 0 });
      await s.control.disputes.close(dispute, "won");
      await s.deliver("reversed");
      await runJobs(world.services);
      const refunded = "refund" in body ? 0 : paid;
      expect(await s.order()).toMatchObject({ disputed_minor: 0, refunded_minor: refunded });
      expect(await imbalances(world)).toEqual([]);
    },
  );

  test("about part of a canceled order's money delays the refund of the rest, which the provider refuses until it ends", async ({
    world,
  }) => {
    const s = await paidShop(world, provider);
    const { paid_minor: paid } = (await s.order()) as { paid_minor: number };
    const dispute = await s.dispute(1000);
    await s.deliver();
    await s.payment.client.orders.cancelOrder({ id: s.payment.id });
    expect(await s.order()).toMatchObject({ disputed_minor: 1000, refunded_minor: 0 });
    await s.control.disputes.close(dispute, "won");
    await s.deliver("reversed");
    await runJobs(world.services);
    expect(await s.order()).toMatchObject({ disputed_minor: 0, refunded_minor: paid });
    expect(await imbalances(world)).toEqual([]);
  });
});
