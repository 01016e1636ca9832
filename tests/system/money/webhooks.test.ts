// @module-tag slow

import { describe, type ExpectStatic } from "vitest";
import type { Forgery } from "@vetrina/payment-standins/control-client";
import { test } from "../shops.ts";
import { loseAnswers } from "../after-a-crash.ts";
import { moneyImbalances } from "./money-invariants.ts";
import { type Buyer, purchaseWith } from "./buyer.ts";
import { type MoneyShop, moneyShops, type ProviderName } from "./money-shop.ts";
import { groupsOf, inParallel, isLong, note, numbersTo, roundsOf } from "./rounds.ts";

/**
 * Forged events per provider. PayPal signs only a checksum of the body. "twin" has a different body with the same
 * checksum, so it passes verification, but it must have no effect.
 */
const forgeries: Record<ProviderName, readonly Forgery[]> = {
  paypal: ["unsigned", "forged", "foreign", "changed", "old", "future", "expired", "twin"],
  stripe: ["unsigned", "forged", "foreign", "changed", "old", "future"],
  mollie: ["unsigned"],
};

const providers = Object.keys(forgeries) as ProviderName[];

describe("money 5: webhook events", () => {
  test.for(groupsOf(providers))(
    "events of %s that are repeated, shuffled, late or early have one effect, and forged events have none",
    async ([, group], { shops, expect }) => {
      await using all = await moneyShops(shops, group);
      for (const shop of all) await sendEvents(shop, expect);
    },
  );
});

async function sendEvents(shop: MoneyShop, expect: ExpectStatic): Promise<void> {
  const { provider } = shop.driver;
  const [payments, copies] = [roundsOf({ short: 2, long: 20 }), isLong ? 50 : 5];
  const { control } = shop.standin;
  await control.webhooks.mode({ hold: true });
  const buyers = numbersTo(payments).map((i) => purchaseWith(shop, `${provider}-hook-${i}`));
  for (const buyer of buyers) await buyer.prepare(shop.at(0));
  await forge(shop, buyers, expect);
  // The responses to half of the payments are lost, so that those orders depend on events or the reconciler.
  const lost = Math.ceil(payments / 2) * shop.driver.tries;
  await control.faults.add({ on: shop.driver.process, kind: "lost", times: lost });
  await inParallel(buyers, 4, async (buyer) => void (await buyer.pay(shop.at(0))));
  const events = await control.webhooks.list();
  await control.webhooks.release("shuffled");
  await inParallel(events, 8, async ({ id }) => void (await control.webhooks.send(id, copies)));
  for (const buyer of buyers) {
    const body = { amount: 1, notify: false };
    await settled(shop, buyer);
    await shop.staffAt(shop.at(0)).refunds.refundOrder({ id: buyer.orderId(), body });
  }
  // The events arrive days late, after the payments were partly refunded.
  await inParallel(events, 8, async ({ id }) => void (await control.webhooks.send(id, copies)));
  await control.webhooks.release("reversed");
  await control.webhooks.drain();
  if (!isLong) await loseAnswers(shop.admin);
  const { wrong, seconds } = await moneyImbalances(shop);
  expect(wrong).toEqual([]);
  const kinds = (await shop.standin.control.ledger()).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "capture")).toHaveLength(payments);
  expect(kinds.filter((kind) => kind === "refund")).toHaveLength(payments);
  const { rows } = await shop.admin.query<{ n: number }>(
    `select count(*)::int as n from shop.audit_entries a join shop.payments p on p.id::text = a.entity_id::text
     where a.entity_type = 'payment' and a.after ->> 'state' = 'completed' and p.provider = $1`,
    [provider.toUpperCase()],
  );
  expect(rows).toEqual([{ n: payments }]);
  note(
    `${provider}: ${events.length} events of ${payments} payments sent ${2 * copies + 1} times, empty after ${seconds.toFixed(1)} s`,
  );
}

/** Sends forgeries of the first event, before the shop has captured any payment. */
async function forge(
  { standin, driver, admin, at }: MoneyShop,
  buyers: readonly Buyer[],
  expect: ExpectStatic,
): Promise<void> {
  const { control } = standin;
  const before = (await control.ledger()).length;
  const [event] = await control.webhooks.list();
  for (const how of forgeries[driver.provider]) {
    const { status } = await control.webhooks.forge(event?.id ?? "", how);
    expect([how, status]).toEqual([how, how === "twin" ? 200 : 401]);
  }
  expect(await control.ledger()).toHaveLength(before);
  for (const buyer of buyers) expect(await buyer.status(at(0))).toBe("PENDING");
  const { rows } = await admin.query(
    "select distinct state from shop.payments where provider = $1",
    [driver.provider.toUpperCase()],
  );
  expect(rows).toEqual([{ state: "created" }]);
}

/** Waits until an event or the reconciler has informed the shop of the payment. */
async function settled({ at }: MoneyShop, buyer: Buyer): Promise<void> {
  await buyer.finish(() => at(0));
}
