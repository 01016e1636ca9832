// @module-tag slow

import { describe, expect } from "vitest";
import { test } from "#tests/world.ts";
import { reportOfStripe } from "../../gateways/stripe/report.ts";
import type { Movement } from "../../gateways/provider.ts";
import { deskShop, providers } from "./reconciliation.fixture.ts";

const stripe = providers.find(({ provider }) => provider === "stripe") ?? providers[0]!;

const accounts = async ({ owner, storeId }: Awaited<ReturnType<typeof deskShop>>) =>
  (await owner.reconciliation.listReconciledAccounts({ storeId })).items;

describe.each(["HUF", "ISK"])("fees in %s with more decimals than it has for us", (currency) => {
  test("are stored exactly, and a lost dispute without a webhook is noticed", async ({ world }) => {
    await using shop = await deskShop(world, stripe, currency);
    const order = await shop.paid();
    const lost = await shop.paid();
    const [captured] = await shop.control.ledger({ kind: "capture", payment: lost.paymentId });
    const dispute = await shop.control.disputes.open({ payment: captured?.id ?? "" });
    await shop.control.disputes.close(String(dispute["id"]), "lost");
    await shop.control.payouts.make(stripe.account, currency);
    await shop.nextDay();
    expect(await accounts(shop)).toMatchObject([
      { error: null, finishedAt: expect.any(String) as string },
    ]);
    expect(await shop.kinds()).toEqual([]);
    const { items } = await shop.owner.transactions.listTransactions({ orderId: order.id });
    const { fee, net, amount } = items[0] ?? {};
    // 2.9 % and 0.30 of Stripe's unit, which is a hundredth of ours.
    const [entry] = await shop.control.ledger({ kind: "capture", payment: order.paymentId });
    expect(fee).toBe((entry?.feeMinor ?? 0) / 100);
    expect(Number.isInteger(fee)).toBe(false);
    expect(Number(((fee ?? 0) + (net ?? 0)).toFixed(2))).toBe(amount);
    const { rows } = await world.admin.query(
      "select dispute_state, lost_minor = total_minor as is_lost from shop.orders where id = $1",
      [lost.id],
    );
    expect(rows).toEqual([{ dispute_state: "resolved", is_lost: true }]);
  });
});

/** Returns what is read of a balance transaction of Stripe. */
async function readBy(transaction: object): Promise<Movement[]> {
  const found: Movement[] = [];
  const client = {
    balanceTransactions: { list: () => [transaction] },
    payouts: { list: () => [] },
  };
  await reportOfStripe(client as unknown as Parameters<typeof reportOfStripe>[0], {
    from: new Date(0),
    until: new Date(),
    add: (movements) => Promise.resolve(void found.push(...movements)),
  });
  return found;
}

test("an entry that can't be read is a difference of its own, and the rest is compared", async ({
  world,
}) => {
  await using shop = await deskShop(world, stripe);
  await shop.paid();
  const { gateways, now } = world.services;
  const entry = {
    id: "txn_odd",
    type: "charge",
    created: now().getTime() / 1000 - 1,
    source: "ch_odd",
  };
  const broken = { ...entry, amount: 1000, fee: Number.NaN, net: 1000, currency: "usd" };
  let report: object = broken;
  world.services.gateways = {
    ...gateways,
    find(...which) {
      const gateway = gateways.find(...which);
      if (gateway?.report === undefined) return gateway;
      const read = gateway.report.bind(gateway);
      return {
        ...gateway,
        async report(request) {
          await request.add(await readBy(report));
          return read(request);
        },
      };
    },
  };
  await stripe.takeAlone(shop.standin, 500);
  await shop.nextDay();
  expect(await shop.kinds()).toEqual(["ORPHAN_CAPTURE", "UNREADABLE"]);
  const [odd] = await shop.list({ kind: "UNREADABLE" });
  expect(odd).toMatchObject({ reference: "ch_odd", expected: null, reported: null });
  expect(await accounts(shop)).toMatchObject([{ error: null, openDifferences: 2 }]);
  const details = await shop.owner.reconciliation.getDifference({ id: odd?.id ?? "" });
  expect(details.movements).toMatchObject([{ kind: "unreadable", amount: 0, fee: null }]);
  // Once it can be read, it is compared like the others.
  report = { ...broken, fee: 30, net: 970 };
  await shop.nextDay();
  expect(await shop.kinds()).toEqual(["ORPHAN_CAPTURE", "ORPHAN_CAPTURE"]);
});
