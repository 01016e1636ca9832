// @module-tag slow

import { describe, expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import { settle } from "../refunds/refunds.fixture.ts";
import { deskShop, providers } from "./reconciliation.fixture.ts";

describe.each(providers)("the reconciliation with $provider", (driver) => {
  const isPayPal = driver.provider === "paypal";

  test("finds nothing if all amounts agree, and stores fee, net amount and payout", async ({
    world,
  }) => {
    await using shop = await deskShop(world, driver);
    const order = await shop.paid();
    await shop.refunded(order.id, 10);
    await settle(world);
    await shop.control.payouts.make(driver.account, "USD");
    expect(await shop.nextDay()).toBe(1);
    expect(await shop.list({})).toEqual([]);
    const { rows } = await world.admin.query<Record<string, unknown>>(
      "select amount_minor::int - fee_minor::int - net_minor::int as rest, fee_minor::int > 0 as has_fee, payout_id from shop.payments",
    );
    const [payout] = await shop.control.ledger({ kind: "payout" });
    // PayPal doesn't report what a withdrawal contains.
    expect(rows).toEqual([{ rest: 0, has_fee: true, payout_id: isPayPal ? null : payout?.id }]);
    const { items } = await shop.owner.transactions.listTransactions({ orderId: order.id });
    expect(items.at(-1)).toMatchObject({
      fee: expect.any(Number) as number,
      payoutId: rows[0]?.["payout_id"],
    });
    const { items: accounts } = await shop.owner.reconciliation.listReconciledAccounts({
      storeId: shop.storeId,
    });
    expect(accounts).toMatchObject([{ error: null, openDifferences: 0 }]);
    expect(accounts[0]?.readUntil).not.toBeNull();
    // Each account is due once a day.
    expect(await shop.nextDay()).toBe(1);
    expect(await shop.list({})).toEqual([]);
  });

  test("finds nothing about a dispute that the store has just learned of, or that has just ended", async ({
    world,
  }) => {
    await using shop = await deskShop(world, driver);
    for (const outcome of ["lost", "won"] as const) {
      const { paymentId } = await shop.paid();
      const [captured] = await shop.control.ledger({ kind: "capture", payment: paymentId });
      const dispute = await shop.control.disputes.open({ payment: captured?.id ?? "" });
      await shop.nextDay();
      expect(await shop.kinds()).toEqual([]);
      await shop.control.disputes.close(String(dispute["id"]), outcome);
      await shop.nextDay();
      expect(await shop.kinds()).toEqual([]);
    }
  });

  test("finds what only the provider has, or has twice", async ({ world }) => {
    await using shop = await deskShop(world, driver);
    const order = await shop.paid();
    const refund = await shop.refunded(order.id, 10);
    await settle(world);
    const alone = await driver.takeAlone(shop.standin, 1234);
    await driver.takeAlone(shop.standin, 7667, order.id);
    await driver.refundAlone(shop.standin, order.paymentId, 500);
    await driver.refundAlone(shop.standin, order.paymentId, 1000, refund.id);
    const [captured] = await shop.control.ledger({ kind: "capture", payment: alone });
    await shop.control.disputes.open({ payment: captured?.id ?? "" });
    await shop.nextDay();
    expect(await shop.kinds()).toEqual([
      "DUPLICATE_CAPTURE",
      "DUPLICATE_REFUND",
      "ORPHAN_CAPTURE",
      "ORPHAN_DISPUTE",
      "ORPHAN_REFUND",
    ]);
    const [orphan] = await shop.list({ kind: "ORPHAN_CAPTURE" });
    expect(orphan).toMatchObject({ reported: 12.34, expected: null, orderId: null });
    const [double] = await shop.list({ kind: "DUPLICATE_CAPTURE" });
    expect(double).toMatchObject({ reported: 76.67, orderId: order.id });
    expect(await shop.list({ orderId: order.id, kind: "DUPLICATE_REFUND" })).toMatchObject([
      { reported: 10 },
    ]);
  });

  test("finds what only the store has, and amounts that differ, until they agree again", async ({
    world,
  }) => {
    await using shop = await deskShop(world, driver);
    const [lost, other] = [await shop.paid(), await shop.paid()];
    const refund = await shop.refunded(other.id, 10);
    await settle(world);
    await lose(world, lost.id);
    await lostDispute(world, lost.id);
    await world.admin.query(
      "update shop.payments set amount_minor = amount_minor + 1 where order_id = $1",
      [other.id],
    );
    await world.admin.query("update shop.refund_payments set amount_minor = 999 where id = $1", [
      refund.id,
    ]);
    await shop.nextDay();
    expect(await shop.kinds()).toEqual([
      "CAPTURE_AMOUNT",
      // The provider still reports the original payment, which `lose` has replaced in our records.
      "DUPLICATE_CAPTURE",
      "MISSING_CAPTURE",
      "MISSING_DISPUTE",
      "MISSING_REFUND",
      "REFUND_AMOUNT",
    ]);
    const [amount] = await shop.list({ kind: "CAPTURE_AMOUNT" });
    expect(amount).toMatchObject({ expected: 76.68, reported: 76.67, orderId: other.id });
    const [missing] = await shop.list({ kind: "MISSING_CAPTURE" });
    expect(missing).toMatchObject({ expected: 76.67, reported: null, orderId: lost.id });

    await world.admin.query(
      "update shop.payments set amount_minor = amount_minor - 1 where order_id = $1",
      [other.id],
    );
    await world.admin.query("update shop.refund_payments set amount_minor = 1000 where id = $1", [
      refund.id,
    ]);
    await shop.nextDay();
    expect(await shop.kinds()).toEqual([
      "DUPLICATE_CAPTURE",
      "MISSING_CAPTURE",
      "MISSING_DISPUTE",
      "MISSING_REFUND",
    ]);
    expect(await shop.list({ kind: "REFUND_AMOUNT" })).toMatchObject([{ state: "RESOLVED" }]);
  });

  test("finds wrong disputes, fees and payouts, and refunds that came back", async ({ world }) => {
    await using shop = await deskShop(world, driver);
    const order = await shop.paid();
    const refund = await shop.refunded(order.id, 10);
    await settle(world);
    const disputed = await shop.paid();
    const [captured] = await shop.control.ledger({ kind: "capture", payment: disputed.paymentId });
    await shop.control.disputes.open({ payment: captured?.id ?? "", amountMinor: 500 });
    await lostDispute(world, disputed.id);
    await shop.control.payouts.make(driver.account, "USD");
    await shop.nextDay();
    // The run asked the provider and added the dispute whose webhook was not delivered. The dispute from lostDispute()
    // exists only in the store.
    const { rows } = await world.admin.query("select state from shop.disputes");
    expect(rows).toHaveLength(2);
    expect(await shop.kinds()).toEqual(["DISPUTE_AMOUNT"]);
    await addMovements(world, order.id, refund.atProvider, isPayPal ? null : "payout");
    await shop.nextDay();
    expect(await shop.kinds()).toEqual([
      "DISPUTE_AMOUNT",
      "DUPLICATE_CAPTURE",
      "FEE_AMOUNT",
      ...(isPayPal ? [] : ["PAYOUT_AMOUNT"]),
      "PAYOUT_FAILED",
      "REFUND_REVERSED",
    ]);
  });
});

/**
 * Replaces the order's payment in our records with one that the provider doesn't have, and adds a refund that it
 * doesn't have either.
 */
async function lose({ admin }: World, orderId: string): Promise<void> {
  await admin.query(
    `update shop.payments set provider_id = 'lost', capture_id = null, captured_at = now() - interval '30 minutes'
     where order_id = $1`,
    [orderId],
  );
  await admin.query(
    `with r as (insert into shop.refunds (store_id, id, order_id, amount_minor, shipping_minor, shipping_tax_minor, state,
        refunded_minor, is_announced, actor_kind, created_at, completed_at)
      select store_id, gen_random_uuid(), id, 100, 0, 0, 'completed', 100, false, 'system', now(), now() from shop.orders where id = $1
      returning store_id, id, order_id)
     insert into shop.refund_payments (store_id, id, refund_id, order_id, payment_id, amount_minor, state, updated_at)
     select r.store_id, gen_random_uuid(), r.id, r.order_id, p.id, 100, 'completed', now() - interval '30 minutes'
     from r join shop.payments p on p.order_id = r.order_id`,
    [orderId],
  );
}

/** Adds a dispute that the provider doesn't have. */
async function lostDispute({ admin }: World, orderId: string): Promise<void> {
  await admin.query(
    `insert into shop.disputes (store_id, id, order_id, payment_id, provider_dispute_id, state, amount_minor, opened_at, closed_at, updated_at)
     select store_id, gen_random_uuid(), order_id, id, 'gone', 'lost', 700, now(), now(), now() - interval '30 minutes'
     from shop.payments where order_id = $1`,
    [orderId],
  );
}

/**
 * Adds movements that the stand-ins never report: a wrong fee, a failed payout with an extra item, and a refund that
 * was returned late.
 */
async function addMovements(
  { admin }: World,
  orderId: string,
  refundId: string,
  payout: string | null,
): Promise<void> {
  await admin.query(
    `insert into shop.provider_movements (store_id, account_id, provider, environment, kind, id, object_id, provider_ids,
       amount_minor, currency, fee_minor, net_minor, balance_currency, payout_id, at, payment_id)
     select m.store_id, m.account_id, m.provider, m.environment, x.kind, 'extra', x.object, '{}', 100, 'USD', 10, x.net, 'USD', x.payout,
       m.at + interval '1 millisecond', case when x.kind in ('capture', 'refund_reversal') then m.payment_id end
     from shop.provider_movements m join shop.payments p on p.id = m.payment_id and p.order_id = $1 and m.kind = 'capture'
     cross join (values ('capture', 'extra', 89, null), ('refund_reversal', $2, 100, null), ('payout_reversal', 'extra', 100, null),
       ('fee', 'extra', -5, case when $3::text is null then null
         else (select object_id from shop.provider_movements where kind = 'payout') end)) x (kind, object, net, payout)`,
    [orderId, refundId, payout],
  );
}
