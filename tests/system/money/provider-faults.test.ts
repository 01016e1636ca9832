// @module-tag slow

import { describe } from "vitest";
import type { FaultOrder } from "@vetrina/payment-standins/core/faults";
import { test } from "../shops.ts";
import { loseAnswers } from "../after-a-crash.ts";
import { moneyImbalances, stuckMs } from "./money-invariants.ts";
import { crashesOf, purchaseWith, type Refusals } from "./buyer.ts";
import { type MoneyShop, moneyShops, type ProviderName } from "./money-shop.ts";
import { groupsOf, inParallel, isLong, note, numbersTo, roundsOf } from "./rounds.ts";
import { refundPart } from "./shoppers.ts";

const providers: ProviderName[] = ["paypal", "stripe", "mollie"];

/** The kinds of fault. In npm test, each provider gets a third of them, and no test waits for the timeout of a call. */
const kinds: Omit<FaultOrder, "on">[] = [
  { kind: "lost" },
  { kind: "status" },
  { kind: "status-after" },
  { kind: "rate-limit" },
  { kind: "garbage" },
  { kind: "close" },
  { kind: "stall", seconds: 1 },
  { kind: "stall-before", seconds: 1 },
  ...(isLong ? [{ kind: "timeout", seconds: 30 } as const] : []),
];

describe("money 4: faults of the provider", () => {
  test.for(groupsOf(providers))(
    "no payment or refund stays in progress, whatever %s returns",
    async ([, group], { shops, expect }) => {
      await using all = await moneyShops(shops, group, { processes: 2, units: 100_000 });
      const orders = await Promise.all(all.map((shop) => buyDespiteFaults(shop)));
      const [first] = all as MoneyShop[] as [MoneyShop];
      if (!isLong) await loseAnswers(first.admin);
      for (const [i, shop] of all.entries()) {
        const { driver, standin } = shop;
        const { wrong, seconds } = await moneyImbalances(shop, stuckMs);
        const left = (await standin.control.faults.list()).length;
        note(
          `${driver.provider}: ${orders[i]} faults at as many orders (${left} not met), at rest after ${seconds.toFixed(1)} s`,
        );
        expect(wrong).toEqual([]);
        expect(await standin.control.ledger({ kind: "capture" })).toHaveLength(orders[i] ?? 0);
      }
      expect(crashesOf(first)).toEqual([]);
    },
  );
});

/** Buys and refunds while the provider has faults. Returns the number of faults, which is also the number of orders. */
async function buyDespiteFaults(shop: MoneyShop): Promise<number> {
  const { driver, standin } = shop;
  const rounds = roundsOf({ short: 1, long: 10 });
  const calls = [driver.create, driver.process, driver.refund];
  const met = kinds.filter((_, i) => isLong || i % 3 === providers.indexOf(driver.provider));
  const faults = numbersTo(rounds).flatMap(() =>
    met.flatMap((fault) => calls.map((on) => Object.assign({ on }, fault))),
  );
  for (const fault of faults) await standin.control.faults.add(fault);
  const refusals: Refusals = new Map();
  // The stand-in applies the queued faults one by one, each to the next call that it matches.
  await inParallel(faults, isLong ? 12 : 2, async (_, i) => {
    const buyer = purchaseWith(shop, `${driver.provider}-fault-${i}`);
    await buyer.finish(() => shop.at(i), refusals, 300_000);
    await refundPart(shop, buyer, () => shop.at(i), refusals);
  });
  note(`${driver.provider}: refusals ${JSON.stringify([...refusals])}`);
  return faults.length;
}
