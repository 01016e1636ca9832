import { createClient } from "@vetrina/client/create-client";
import { isApiError } from "@vetrina/client/api-error";
import { describe } from "vitest";
import { booksOf, type MoneyShop, moneyShop, paypalPurchase } from "./money-shop.ts";
import { test } from "./shops.ts";

/** 1 in npm test; `npm run torture -- money` has more. */
const scale = Number(process.env["MONEY_SCALE"] ?? 1);
/** How long anything may stay under way. */
const stuckMs = 120_000;

/** Figures of the long run. */
function note(text: string): void {
  if (scale > 1) console.log(text);
}

/** Works on all, this many at a time. */
async function inParallel<T>(
  all: readonly T[],
  width: number,
  work: (one: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let i = next++; i < all.length; i = next++) await work(all[i] as T, i);
  };
  await Promise.all(Array.from({ length: Math.min(width, all.length) }, lane));
}

function processOf({ processes }: MoneyShop, index: number) {
  const found = processes[index % processes.length];
  if (found === undefined) throw new Error("the shop has no process");
  return found;
}

describe("money", () => {
  test("calls sent many times with one Idempotency-Key have one effect", async ({
    shops,
    expect,
  }) => {
    const [checkouts, copies] = [3 * scale, scale > 1 ? 50 : 6];
    await using shop = await moneyShop(shops, { processes: 2 });
    const all = Array.from({ length: copies });
    await inParallel(Array.from({ length: checkouts }), 4, async (_, i) => {
      const buyer = paypalPurchase(shop, `twin-${i}`);
      await Promise.all(all.map((__, k) => buyer.place(processOf(shop, k))));
      await Promise.all(all.map((__, k) => buyer.open(processOf(shop, k))));
      await buyer.approve();
      await Promise.all(all.map((__, k) => buyer.pay(processOf(shop, k))));
    });
    const { rows } = await shop.admin.query("select count(*)::int as n from shop.orders");
    note(`${checkouts} checkouts, each call sent ${copies} times: ${JSON.stringify(rows)}`);
    expect(rows).toEqual([{ n: checkouts }]);
    expect(shop.paypal.ledger()).toHaveLength(checkouts);
    expect((await booksOf(shop, stuckMs)).wrong).toEqual([]);
  });

  test("webhooks many times over, shuffled and before our own answer have one effect, forged ones none", async ({
    shops,
    expect,
  }) => {
    const [payments, copies] = [2 * scale, scale > 1 ? 50 : 5];
    await using shop = await moneyShop(shops);
    const { control } = shop.paypal;
    await control.webhooks.mode({ hold: true });
    const buyers = Array.from({ length: payments }, (_, i) => paypalPurchase(shop, `hook-${i}`));
    for (const buyer of buyers) {
      await buyer.place(processOf(shop, 0));
      await buyer.open(processOf(shop, 0));
      await buyer.approve();
    }
    // Before any payment is captured, whatever forged events say takes no effect.
    const early = await control.webhooks.list();
    const kinds = [
      "unsigned",
      "forged",
      "foreign",
      "changed",
      "old",
      "future",
      "twin",
      "expired",
    ] as const;
    const answers: (number | null)[] = [];
    for (const how of kinds)
      answers.push((await control.webhooks.forge(early[0]?.id ?? "", how)).status);
    expect(answers.every((status) => status !== null)).toBe(true);
    expect(shop.paypal.ledger()).toEqual([]);
    for (const buyer of buyers) expect(await buyer.status(processOf(shop, 0))).toBe("PENDING");
    await control.faults.add({
      on: "POST /v2/checkout/orders/*/capture",
      kind: "lost",
      times: payments,
    });
    await inParallel(buyers, 4, async (buyer) => void (await buyer.pay(processOf(shop, 0))));
    const held = await control.webhooks.list();
    await control.webhooks.release("shuffled");
    await inParallel(held, 4, async ({ id }) => void (await control.webhooks.send(id, copies)));
    await control.webhooks.drain();
    const { wrong, seconds } = await booksOf(shop, stuckMs);
    note(`${held.length} events sent ${copies} times: at rest after ${seconds.toFixed(1)} s`);
    expect(wrong).toEqual([]);
    expect(shop.paypal.ledger()).toHaveLength(payments);
    for (const buyer of buyers) expect(await buyer.status(processOf(shop, 0))).toBe("COMPLETED");
  });

  test("concurrent partial refunds of one capture add up to it exactly", async ({
    shops,
    expect,
  }) => {
    const refunds = 20 * scale;
    await using shop = await moneyShop(shops, { processes: 2 });
    const buyer = paypalPurchase(shop, "refunds");
    await buyer.place(processOf(shop, 0));
    await buyer.open(processOf(shop, 0));
    await buyer.approve();
    expect(await buyer.pay(processOf(shop, 0))).toBe("COMPLETED");
    const [captured] = shop.paypal.ledger();
    const total = captured?.amountMinor ?? 0;
    // The last ones find nothing left.
    const part = Math.ceil(total / (refunds * 0.75));
    const id = buyer.order()?.id ?? "";
    let [made, refused] = [0, 0];
    await inParallel(Array.from({ length: refunds }), 40, async (_, i) => {
      const staff = createClient({
        baseUrl: processOf(shop, i).url,
        headers: { authorization: `Bearer ${shop.staffKey}` },
      });
      try {
        await staff.refunds.refundOrder({ id, body: { amount: part / 100, notify: false } });
        made += 1;
      } catch (error) {
        if (!isApiError(error, "AMOUNT_EXCEEDED") && !isApiError(error, "INVALID_TRANSITION"))
          throw error;
        refused += 1;
      }
    });
    const rest = total - made * part;
    expect(rest).toBeLessThan(part);
    const staff = createClient({
      baseUrl: processOf(shop, 0).url,
      headers: { authorization: `Bearer ${shop.staffKey}` },
    });
    if (rest > 0) await staff.refunds.refundOrder({ id, body: { notify: false } });
    expect((await booksOf(shop, stuckMs)).wrong).toEqual([]);
    const returned = shop.paypal
      .ledger()
      .filter(({ kind }) => kind === "refund")
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    note(`${refunds} refunds at once: ${made} made, ${refused} refused, ${returned} of ${total}`);
    expect(refused).toBeGreaterThan(0);
    expect(returned).toBe(total);
  });
});
