// @module-tag slow

import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { runJobs } from "#tests/run-jobs.ts";
import { test, type World } from "#tests/world.ts";
import { jobRows, makeDue } from "../../platform/jobs/jobs.fixture.ts";
import { type Driver, drivers, shopWith } from "../payments/with-providers.fixture.ts";
import { reconcileAccounts } from "../reconciliation/jobs.ts";
import { settleLatePayments } from "../orders/settle-late-payment.ts";
import { refreshPayment } from "../webhooks/refresh-payment.ts";
import { findUnsettledDisputes, settleOpenDisputes } from "./jobs.ts";

type Shop = Awaited<ReturnType<typeof shopWith>>;

/**
 * A store to which no webhook events are delivered, and whose only order is paid and disputed. Mollie's chargebacks are
 * lost from the start, and may be reversed.
 */
async function disputedShop(world: World, driver: Driver) {
  const shop = await shopWith(world, driver);
  const { control } = shop.standin;
  const { id, buyer, paymentId } = await shop.paid();
  const [captured] = await control.ledger({ kind: "capture", payment: paymentId });
  const opened = await control.disputes.open({ payment: captured?.id ?? "" });
  const { admin } = world;
  const { rows } = await admin.query<{ id: string }>("select id from shop.payments");
  /** Asks the provider about the payment, as the job that processes an event does. */
  const refresh = async () => refreshPayment(await world.system(shop.storeId), rows[0]?.id ?? "");
  await refresh();
  return {
    shop,
    control,
    id,
    buyer,
    refresh,
    close: (outcome: "won" | "lost") => control.disputes.close(String(opened["id"]), outcome),
    order: async () => {
      const found = await admin.query<Record<string, unknown>>(
        "select dispute_state, disputed_minor::int, lost_minor::int, refunded_minor::int, paid_minor::int from shop.orders",
      );
      return found.rows[0];
    },
    ends: async () =>
      (await admin.query("select from shop.order_events where kind = 'dispute-closed'")).rowCount,
    asked: async () =>
      (await control.requests()).filter(({ path }) => /dispute|chargeback/.test(path)).length,
  };
}

/** Finds the provider's settings. `deletion` deletes them as the owner. */
async function ownProvider({ shop }: { shop: Shop }, { provider }: Driver) {
  const { owner, storeId } = shop;
  const { items } = await owner.payments.listPaymentProviders({ storeId, all: true });
  const id = items.find((item) => item.provider === provider.toUpperCase())?.id ?? "";
  return { id, deletion: () => owner.payments.deletePaymentProvider({ id }) };
}

/** Runs the sweep as if this many days had passed. Returns how many disputes were due. */
async function daysPass(world: World, days: number): Promise<number> {
  await world.admin.query("update shop.disputes set ask_at = ask_at - make_interval(days => $1)", [
    days,
  ]);
  const due = await findUnsettledDisputes(world.services);
  await makeDue(world);
  await runJobs(world.services);
  return due;
}

describe.each(drivers)("a dispute at $provider whose end isn't delivered", (driver) => {
  const isMollie = driver.provider === "mollie";

  test("in favor of the store is noticed, and a canceled order's money is refunded", async ({
    world,
  }) => {
    const s = await disputedShop(world, driver);
    const paid = Number((await s.order())?.["paid_minor"]);
    await s.buyer.orders.cancelOrder({ id: s.id });
    await runJobs(world.services);
    expect(await s.order()).toMatchObject({ disputed_minor: paid, refunded_minor: 0 });
    await s.close("won");
    expect(await daysPass(world, 0)).toBe(0);
    expect(await daysPass(world, 1)).toBe(1);
    await s.shop.makeRefunds();
    expect(await s.order()).toMatchObject({ disputed_minor: 0, refunded_minor: paid });
    expect(await s.shop.owner.orders.getOrder({ id: s.id })).toMatchObject({ status: "REFUNDED" });
    expect(await imbalances(world)).toEqual([]);
    // The provider is not asked about the dispute again.
    expect(await daysPass(world, 400)).toBe(0);
    expect(s.shop.ledger()).toContainEqual(["refund", paid]);
  });

  test("in favor of the buyer is noticed, mailed once, and the order isn't shipped", async ({
    world,
  }) => {
    const s = await disputedShop(world, driver);
    const paid = Number((await s.order())?.["paid_minor"]);
    await s.close("lost");
    await daysPass(world, 1);
    expect(await s.order()).toMatchObject({ dispute_state: "resolved", lost_minor: paid });
    await expect(
      s.shop.owner.shipments.createShipment({ id: s.id, body: {} }),
    ).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    expect(await s.ends()).toBe(1);
    // The dispute may still be won, so the provider is asked about it weekly for half a year.
    expect(await daysPass(world, 1)).toBe(isMollie ? 0 : 1);
    expect(await daysPass(world, 6)).toBe(isMollie ? 1 : 0);
    expect(await daysPass(world, 7)).toBe(1);
    await world.admin.query("update shop.disputes set closed_at = closed_at - interval '180 days'");
    expect(await daysPass(world, 7)).toBe(1);
    expect(await daysPass(world, 400)).toBe(0);
    expect(await s.ends()).toBe(1);
    const mails = (await world.sendMails()).filter(({ subject }) => subject.includes("dispute"));
    // Mollie reported the chargeback as lost when it began.
    expect(mails).toHaveLength(isMollie ? 1 : 2);
  });

  test("and is noticed at the same moment as an event arrives is recorded once", async ({
    world,
  }) => {
    const s = await disputedShop(world, driver);
    const before = (await s.ends()) ?? 0;
    await s.close("won");
    await world.admin.query("update shop.disputes set ask_at = now()");
    const noticed = async () => {
      await findUnsettledDisputes(world.services);
      await runJobs(world.services, { jobs: [settleOpenDisputes] });
    };
    // If the job has changed the dispute in the meantime, processing the event fails and is retried.
    const events = Promise.allSettled([s.refresh(), s.refresh()]);
    await Promise.all([noticed(), noticed()]);
    await events;
    await makeDue(world);
    await runJobs(world.services, { jobs: [settleOpenDisputes] });
    expect(await s.ends()).toBe(before + 1);
    expect(await s.order()).toMatchObject({ disputed_minor: 0, lost_minor: 0 });
    expect(await jobRows(world, settleOpenDisputes.kind)).toEqual([]);
    expect(await imbalances(world)).toEqual([]);
  });
});

describe("an open dispute", () => {
  const [paypal, stripe] = drivers as [Driver, Driver];

  test("is also asked about by a reconciliation", async ({ world }) => {
    const s = await disputedShop(world, stripe);
    await s.close("won");
    await s.shop.owner.reconciliation.runReconciliation({ storeId: s.shop.storeId, body: {} });
    await runJobs(world.services, { jobs: [reconcileAccounts] });
    expect(await s.order()).toMatchObject({ dispute_state: "resolved", disputed_minor: 0 });
  });

  test("is asked about once a day, however long the provider is away", async ({ world }) => {
    const s = await disputedShop(world, paypal);
    const { maxAttempts = 0 } = settleOpenDisputes;
    const on = "GET /v1/customer/disputes";
    await s.control.faults.add({ on, kind: "status", status: 503, times: 100 });
    const before = await s.asked();
    await daysPass(world, 1);
    await makeDue(world);
    await runJobs(world.services, { jobs: [settleOpenDisputes] });
    expect(await s.asked()).toBe(before + 2);
    // The job is waiting, so no other job is added.
    await daysPass(world, 1);
    expect(await jobRows(world, settleOpenDisputes.kind)).toMatchObject([
      { failed: false, attempts: 3 },
    ]);
    await world.admin.query("update shop.jobs set attempts = $1 where kind = $2", [
      maxAttempts - 1,
      settleOpenDisputes.kind,
    ]);
    await makeDue(world);
    await runJobs(world.services, { jobs: [settleOpenDisputes] });
    const asked = await s.asked();
    for (const days of [1, 2]) {
      expect(await daysPass(world, 1)).toBe(1);
      expect(await s.asked()).toBe(asked + days);
      expect(await jobRows(world, settleOpenDisputes.kind)).toMatchObject([{ failed: true }]);
    }
    await s.control.faults.clear();
    await s.close("won");
    await daysPass(world, 1);
    expect(await s.order()).toMatchObject({ dispute_state: "resolved", disputed_minor: 0 });
    expect(await jobRows(world, settleOpenDisputes.kind)).toEqual([]);
  });

  test.for([paypal, stripe])(
    "keeps $provider from being deleted, and then so does the refund of the canceled order",
    async (driver, { world }) => {
      const s = await disputedShop(world, driver);
      const { deletion } = await ownProvider(s, driver);
      await expect(deletion()).rejects.toMatchObject({ code: "OPEN_ORDERS" });
      await s.buyer.orders.cancelOrder({ id: s.id });
      await runJobs(world.services);
      await expect(deletion()).rejects.toMatchObject({ code: "OPEN_ORDERS" });
      await s.close("won");
      await s.refresh();
      expect(await s.order()).toMatchObject({ dispute_state: "resolved", refunded_minor: 0 });
      await expect(deletion()).rejects.toMatchObject({ code: "OPEN_ORDERS" });
      await runJobs(world.services);
      await s.shop.makeRefunds();
      await deletion();
      expect(await s.order()).toMatchObject({ refunded_minor: 7667 });
      expect(await imbalances(world)).toEqual([]);
    },
  );

  test("keeps keys of another account from being saved", async ({ world }) => {
    const s = await disputedShop(world, stripe);
    const { id } = await ownProvider(s, stripe);
    const body = { clientId: "pk_test_two", credentials: { secretKey: "sk_test_two" } };
    const update = () => s.shop.owner.payments.updatePaymentProvider({ id, body });
    await expect(update()).rejects.toMatchObject({ code: "OPEN_ORDERS" });
    await s.close("won");
    await s.refresh();
    expect(await update()).toMatchObject({ clientId: "pk_test_two" });
  });

  test("whose freed money can't be refunded is mailed to the owner once the refund is given up", async ({
    world,
  }) => {
    const s = await disputedShop(world, stripe);
    await s.buyer.orders.cancelOrder({ id: s.id });
    await runJobs(world.services);
    await s.close("won");
    await s.refresh();
    const mails = async () =>
      (await world.sendMails()).filter(({ subject }) => subject.includes("Refund failed"));
    expect(await mails()).toEqual([]);
    await world.admin.query("delete from shop.payment_providers where provider = 'STRIPE'");
    await runJobs(world.services);
    expect(await jobRows(world, settleLatePayments.kind)).toMatchObject([{ failed: false }]);
    expect(await mails()).toEqual([]);
    await world.admin.query("update shop.jobs set attempts = $1 where kind = $2", [
      (settleLatePayments.maxAttempts ?? 0) - 1,
      settleLatePayments.kind,
    ]);
    await makeDue(world);
    await runJobs(world.services);
    expect(await jobRows(world, settleLatePayments.kind)).toMatchObject([{ failed: true }]);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.text).toContain("the store still has this money");
    expect(mail?.text).toContain("$76.67");
  });

  test("of a removed provider is left as it is, and one of a deleted store is settled", async ({
    world,
  }) => {
    const s = await disputedShop(world, stripe);
    await world.admin.query("update shop.stores set deleted_at = now()");
    await s.close("won");
    const { rows } = await world.admin.query<{ account: object }>(
      "delete from shop.payment_providers p where provider = 'STRIPE' returning to_jsonb(p) as account",
    );
    expect(await daysPass(world, 1)).toBe(1);
    expect(await s.order()).toMatchObject({ dispute_state: "open" });
    expect(await jobRows(world, settleOpenDisputes.kind)).toEqual([]);
    await world.admin.query(
      "insert into shop.payment_providers select (jsonb_populate_record(null::shop.payment_providers, $1)).*",
      [rows[0]?.account],
    );
    expect(await daysPass(world, 1)).toBe(1);
    expect(await s.order()).toMatchObject({ dispute_state: "resolved" });
  });
});

test("due disputes are found by their index, in batches", async ({ world }) => {
  await disputedShop(world, drivers[1] as Driver);
  await world.admin.query(`
    insert into shop.disputes (store_id, id, order_id, payment_id, provider_dispute_id, state, amount_minor, opened_at, closed_at,
      updated_at, ask_at)
    select store_id, gen_random_uuid(), order_id, payment_id, 'dp_' || n, 'won', 1, now(), now(), now(),
      case when n <= 250 then now() - interval '1 minute' end
    from shop.disputes, generate_series(1, 3000) n`);
  await world.admin.query("analyze shop.disputes");
  const { rows } = await world.admin.query<Record<string, string>>(`
    explain select from shop.disputes d where d.ask_at <= now() order by d.ask_at, d.id limit 100 for update skip locked`);
  expect(JSON.stringify(rows)).toContain("disputes_to_ask");
  expect(await findUnsettledDisputes(world.services)).toBe(250);
  // One job asks about all disputes of the payment.
  expect(await jobRows(world, settleOpenDisputes.kind)).toHaveLength(1);
  expect(await findUnsettledDisputes(world.services)).toBe(0);
});
