import { describe } from "vitest";
import type { FaultOrder } from "@vetrina/payment-standins/core/faults";
import { test } from "../shops.ts";
import { loseAnswers } from "../after-a-crash.ts";
import { moneyImbalances, stuckMs } from "./money-invariants.ts";
import { crashesOf, purchaseWith, type Refusals } from "./buyer.ts";
import { moneyShop, type ProviderName } from "./money-shop.ts";
import { inParallel, isLong, note, numbersTo, roundsOf } from "./rounds.ts";
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
  test.for(providers)(
    "no payment or refund stays in progress, whatever %s returns",
    async (provider, { shops, expect }) => {
      const rounds = roundsOf({ short: 1, long: 10 });
      await using shop = await moneyShop(shops, { provider, processes: 2, units: 100_000 });
      const { driver, standin } = shop;
      const calls = [driver.create, driver.process, driver.refund];
      const met = kinds.filter((_, i) => isLong || i % 3 === providers.indexOf(provider));
      const orders = numbersTo(rounds).flatMap(() =>
        met.flatMap((fault) => calls.map((on) => Object.assign({ on }, fault))),
      );
      for (const order of orders) await standin.control.faults.add(order);
      const refusals: Refusals = new Map();
      // For each call that a purchase makes, the stand-in applies the next matching fault in its queue.
      await inParallel(orders, isLong ? 12 : 6, async (_, i) => {
        const buyer = purchaseWith(shop, `fault-${i}`);
        await buyer.finish(() => shop.at(i), refusals, 300_000);
        await refundPart(shop, buyer, () => shop.at(i), refusals);
      });
      if (!isLong) await loseAnswers(shop.admin);
      const { wrong, seconds } = await moneyImbalances(shop, stuckMs);
      const left = (await standin.control.faults.list()).length;
      note(
        `${provider}: ${orders.length} faults at ${orders.length} orders (${left} not met), at rest after ${seconds.toFixed(1)} s, refusals ${JSON.stringify([...refusals])}`,
      );
      expect(wrong).toEqual([]);
      expect(crashesOf(shop)).toEqual([]);
      expect(await standin.control.ledger({ kind: "capture" })).toHaveLength(orders.length);
    },
  );
});
