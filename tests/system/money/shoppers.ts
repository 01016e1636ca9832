import { setTimeout as delay } from "node:timers/promises";
import type { Shop } from "../../running-shop.ts";
import { waitLimit } from "../../wait-limit.ts";
import { type Buyer, count, purchaseWith, type Refusals } from "./buyer.ts";
import type { MoneyShop } from "./money-shop.ts";
import { isLong } from "./rounds.ts";

/** In npm test, three shoppers are enough to keep both processes busy. */
const lanes = isLong ? 6 : 3;

export type Shoppers = {
  refusals: Refusals;
  /** Returns the number of orders that were started. */
  begun(): number;
  /** Waits until each shopper has finished the current order. Returns how many orders were paid. */
  end(): Promise<number>;
};

/**
 * Starts shoppers who buy repeatedly. `name` distinguishes them from earlier shoppers of the shop. `at` chooses the
 * process for each request. Of each shopper's orders, every fifth is abandoned before its payment is processed. Some of
 * the others are partly refunded.
 */
export function sendShoppers(
  shop: MoneyShop,
  { name: group = "lane", at = shop.at }: { name?: string; at?: (turn: number) => Shop } = {},
): Shoppers {
  const stop = new AbortController();
  const refusals: Refusals = new Map();
  let [begun, paid, turn] = [0, 0, 0];
  const next = () => at(turn++);

  async function shopOnce(name: string, n: number): Promise<void> {
    const buyer = purchaseWith(shop, name);
    if (n % 5 === 4) return buyer.prepare(next()).catch((error) => count(refusals, error));
    await buyer.finish(next, refusals);
    paid += 1;
    if (n % 3 === 2) await refundPart(shop, buyer, next, refusals);
  }

  async function lane(which: number): Promise<void> {
    for (let n = 0; !stop.signal.aborted; n += 1) {
      begun += 1;
      await shopOnce(`${group}${which}-${n}`, n);
    }
  }

  const all = Array.from({ length: lanes }, (_, which) => lane(which));
  // If one shopper fails, stops all of them. end() throws the error.
  for (const one of all) one.catch(() => stop.abort());
  return {
    refusals,
    begun: () => begun,
    async end() {
      stop.abort();
      await Promise.all(all);
      return paid;
    },
  };
}

/** Refunds a part of an order. Repeats the request with the same key until there is a response. */
export async function refundPart(
  { staffAt }: MoneyShop,
  buyer: Buyer,
  at: () => Shop,
  refusals: Refusals = new Map(),
): Promise<void> {
  const id = buyer.orderId();
  for (const until = Date.now() + waitLimit; ; await delay(100))
    try {
      const body = { amount: 1, notify: false };
      await staffAt(at()).refunds.refundOrder({ id, body }, { idempotencyKey: `refund-${id}` });
      return;
    } catch (error) {
      count(refusals, error);
      if (Date.now() > until) throw error;
    }
}
