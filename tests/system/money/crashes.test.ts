// @module-tag slow

import { setTimeout as delay } from "node:timers/promises";
import { describe } from "vitest";
import { loseAnswers } from "../after-a-crash.ts";
import { test } from "../shops.ts";
import { waitUntil } from "../wait-until.ts";
import { moneyImbalances, stuckMs } from "./money-invariants.ts";
import { type Buyer, crashesOf, purchaseWith } from "./buyer.ts";
import { moneyShop, type MoneyShop, type ProviderName } from "./money-shop.ts";
import { isLong, note, roundsOf } from "./rounds.ts";
import { refundPart, sendShoppers } from "./shoppers.ts";

const providers: ProviderName[] = isLong ? ["paypal", "stripe", "mollie"] : ["paypal"];
const steps = ["create", "process", "refund"] as const;
/**
 * "stall": the provider executes the request and then stalls. "stall-before": it stalls first, and executes the request
 * only after the server was killed.
 */
const moments = isLong ? (["stall-before", "stall"] as const) : (["stall"] as const);
const stallSeconds = 5;

describe("money 3: crashes", () => {
  test.for(providers)(
    "a server killed while it calls %s at every step leaves one payment and one refund",
    async (provider, { shops, expect }) => {
      await using shop = await moneyShop(shops, { provider });
      for (const moment of moments) await killAtEachStep(shop, moment);
      expect((await moneyImbalances(shop, stuckMs)).wrong).toEqual([]);
      const kinds = (await shop.standin.control.ledger()).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === "capture")).toHaveLength(3 * moments.length);
      expect(kinds.filter((kind) => kind === "refund")).toHaveLength(moments.length);
      note(`${provider}: a server killed at each moment of each step: one payment, one refund`);
    },
  );

  test("killing a server at random moments loses and duplicates nothing", async ({
    shops,
    expect,
  }) => {
    const rounds = roundsOf({ short: 2, long: 100 });
    await using shop = await moneyShop(shops, { processes: 2, units: 100_000 });
    const shoppers = sendShoppers(shop);
    for (let round = 0; round < rounds; round += 1) {
      await delay(200 + Math.random() * 400);
      await shop.at(round).end("SIGKILL");
      // The process that is killed last stays down, so the other one must complete its payments and jobs.
      if (round < rounds - 1) await shop.restart(round % 2);
    }
    const paid = await shoppers.end();
    if (!isLong) await loseAnswers(shop.admin);
    const { wrong, seconds } = await moneyImbalances(shop, stuckMs);
    note(
      `${rounds} kills, ${shoppers.begun()} orders, ${paid} paid, at rest after ${seconds.toFixed(1)} s, refusals ${JSON.stringify([...shoppers.refusals])}`,
    );
    expect(wrong).toEqual([]);
    expect(crashesOf(shop)).toEqual([]);
    expect(await paidOrders(shop)).toBe(paid);
  });
});

/**
 * Kills the server while the provider handles three requests, each for a different buyer and a different step. Then
 * lets the buyers and the staff continue.
 */
async function killAtEachStep(shop: MoneyShop, kind: (typeof moments)[number]): Promise<void> {
  const { driver, standin, admin } = shop;
  const { faults } = standin.control;
  const dying = shop.at(0);
  const buyers = steps.map((step) => ({ step, buyer: purchaseWith(shop, `${step}-${kind}`) }));
  for (const { step, buyer } of buyers) {
    if (step === "create") await buyer.place(dying);
    else if (step === "process") await buyer.prepare(dying);
    else await buyer.finish(() => dying);
  }
  for (const step of steps) await faults.add({ on: driver[step], kind, seconds: stallSeconds });
  const ask = {
    create: (buyer: Buyer) => buyer.open(dying),
    process: (buyer: Buyer) => buyer.pay(dying),
    refund: (buyer: Buyer) => shop.staffAt(dying).refunds.refundOrder(...partOf(buyer.orderId())),
  };
  const cut = buyers.map(({ step, buyer }) => ask[step](buyer).catch(() => {}));
  await waitUntil(
    "the provider is called for each",
    async () => (await faults.list()).length === 0,
  );
  await dying.end("SIGKILL");
  await Promise.all(cut);
  // Simulates a restart after half a minute, so that the first sweep asks the provider about payments and refunds.
  await loseAnswers(admin);
  await shop.restart(0);
  for (const { step, buyer } of buyers)
    if (step === "refund") await refundPart(shop, buyer, () => shop.at(0));
    else await buyer.finish(() => shop.at(0));
}

function partOf(id: string) {
  const body = { amount: 1, notify: false };
  return [{ id, body }, { idempotencyKey: `refund-${id}` }] as const;
}

async function paidOrders({ admin }: MoneyShop): Promise<number> {
  const { rows } = await admin.query<{ n: number }>(
    "select count(paid_at)::int as n from shop.orders",
  );
  return rows[0]?.n ?? 0;
}
