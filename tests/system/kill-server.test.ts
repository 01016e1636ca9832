// @module-tag slow

import { setTimeout as delay } from "node:timers/promises";
import type { Pool } from "pg";
import { describe } from "vitest";
import { invariantsAtRest, loseAnswers } from "./after-a-crash.ts";
import { killWhileWaiting, oneDatabase } from "./killed-server.ts";
import { roundsOf } from "./money/rounds.ts";
import { type Decision, findItem, type Item, purchase } from "./shopper.ts";
import { test } from "./shops.ts";
import { waitUntil } from "./wait-until.ts";

type Buyer = ReturnType<typeof purchase>;

/** A step of a payment at which the server is killed. */
type Moment = {
  name: string;
  decision?: Decision;
  /** The last step that the shopper completed before the interrupted request. */
  upTo: "nothing" | "ordered" | "approved";
  /**
   * SQL that locks the rows or the table that the request waits for when the server is killed. null: the request waits
   * for the provider, which has the money but doesn't respond.
   */
  lock: ((buyer: Buyer, item: Item) => string) | null;
  /** Whether the waiting statement is canceled too. Otherwise, the database still executes it. */
  cut: boolean;
  /**
   * The number of orders, and the payment's state in our database and at the provider, once the server is back and
   * before the shopper retries.
   */
  after: { orders: number; payment: string | null; provider: string | null };
};

const openingLock = () => "lock table shop.test_payments in share mode";
const captureLock = ({ intent }: Buyer) =>
  `select from shop.test_payments where id = '${intent}' for update`;

/** For each kill, the steps that it interrupts. Each step belongs to a different shopper, as in a real crash. */
const kills: Moment[][] = [
  [
    {
      name: "while the stock is held",
      upTo: "nothing",
      lock: (_, { variantId }) =>
        `select from shop.inventory_levels where variant_id = '${variantId}' for update`,
      cut: false,
      after: { orders: 0, payment: null, provider: null },
    },
    {
      name: "while the payment is opened at the provider",
      upTo: "ordered",
      lock: openingLock,
      cut: true,
      after: { orders: 1, payment: "created", provider: null },
    },
    {
      name: "while the payment is opened, and the provider opens it",
      upTo: "ordered",
      lock: openingLock,
      cut: false,
      after: { orders: 1, payment: "created", provider: "open" },
    },
  ],
  [
    {
      name: "while the provider is called, but the call never arrives",
      upTo: "approved",
      lock: captureLock,
      cut: true,
      after: { orders: 1, payment: "failed", provider: "open" },
    },
    {
      name: "while the provider takes the money",
      upTo: "approved",
      lock: captureLock,
      cut: false,
      after: { orders: 1, payment: "completed", provider: "captured" },
    },
    {
      name: "after the payment, before its response is stored",
      upTo: "approved",
      // The transaction that marks the order as paid also updates the customer's totals, so it waits for the customer's
      // row.
      lock: () => "select from shop.customers for update",
      cut: false,
      after: { orders: 1, payment: "completed", provider: "captured" },
    },
    {
      name: "after the provider captured the payment, before its response is lost",
      decision: "timeout",
      upTo: "approved",
      lock: null,
      cut: false,
      after: { orders: 1, payment: "completed", provider: "captured" },
    },
  ],
];

describe("money 3: no payment is lost or duplicated if the server is killed", () => {
  test("at each step of a payment", async ({ shops, expect }) => {
    const { start, admin } = await oneDatabase(shops);
    let shop = await start();
    const item = await findItem(shop);
    for (const [k, moments] of kills.entries()) {
      const shoppers = moments.map((moment, i) => {
        const name = `step-${k}-${i}`;
        return { moment, name, buyer: purchase(item, name, moment.decision) };
      });
      for (const { moment, buyer } of shoppers) {
        if (moment.upTo === "ordered") await buyer.next(shop);
        if (moment.upTo === "approved") await buyer.prepare(shop);
      }
      const interrupted = shoppers.map(({ moment: { lock, cut }, name, buyer }) => {
        const request = () => buyer.next(shop);
        if (lock !== null) return { request, lock: lock(buyer, item), cut };
        return { request, until: () => isUnanswered(admin, name) };
      });
      await killWhileWaiting(shop, admin, interrupted);
      // Simulates a restart after half a minute, so that the first sweep asks the provider about the payments.
      await loseAnswers(admin);
      shop = await start();
      await untilSettled(admin);
      for (const { moment, name } of shoppers)
        expect({ at: moment.name, ...(await stateOf(admin, name)) }).toEqual({
          at: moment.name,
          ...moment.after,
        });
      for (const { buyer } of shoppers) await buyer.finish(shop);
    }
    expect(await invariantsAtRest(admin)).toEqual([]);
    expect(await unitsOfPaidOrders(admin)).toBe(kills.flat().length);
  });

  // Only two rounds (50 in the long form), because money/crashes.test.ts also kills at random moments.
  test("at random moments, with shoppers who retry and shoppers who leave, and the next start takes over its database", async ({
    shops,
    expect,
  }) => {
    const rounds = roundsOf({ short: 2, long: 50 });
    const dataDir = await shops.dataDir();
    let shop = await shops.start({ dataDir });
    const item = await findItem(shop);
    const loyal: Buyer[] = [];
    for (let round = 0; round < rounds; round++) {
      const buyers = Array.from({ length: 6 }, (_, i) => purchase(item, `r${round}-${i}`));
      loyal.push(...buyers.slice(2));
      // One shopper is about to pay, so that a payment is in progress in every round.
      await buyers[5]?.prepare(shop);
      const running = buyers.map((buyer) => buyer.finish(shop).catch(() => {}));
      await delay(Math.random() * 300);
      await shop.end("SIGKILL");
      await Promise.all(running);
      shop = await shops.start({ dataDir });
    }
    await Promise.all(loyal.map((buyer) => buyer.finish(shop)));
    const admin = await shops.connect(await shop.databaseUrl());
    expect(await invariantsAtRest(admin)).toEqual([]);
    const sold = await unitsOfPaidOrders(admin);
    expect(sold).toBeGreaterThanOrEqual(loyal.length);
    expect(sold).toBeLessThanOrEqual(rounds * 6);
  });
});

/** Whether the provider has the money, but the server doesn't know it yet. */
async function isUnanswered(admin: Pool, name: string): Promise<boolean> {
  const { payment, provider } = await stateOf(admin, name);
  return payment === "processing" && provider === "captured";
}

async function untilSettled(admin: Pool): Promise<void> {
  await waitUntil("no payment is being processed", async () => {
    const { rows } = await admin.query("select from shop.payments where state = 'processing'");
    return rows.length === 0;
  });
}

async function stateOf(admin: Pool, name: string): Promise<Moment["after"]> {
  const { rows } = await admin.query<{ payment: string | null; provider: string | null }>(
    `select p.state as payment, t.state as provider from shop.orders o
     left join shop.payments p on p.store_id = o.store_id and p.order_id = o.id
     left join shop.test_payments t on t.request_key = p.id::text
     where o.email = $1`,
    [`${name}@example.com`],
  );
  return {
    orders: rows.length,
    payment: rows[0]?.payment ?? null,
    provider: rows[0]?.provider ?? null,
  };
}

/**
 * The number of units that were reserved for orders that are now paid. invariantsAtRest checks that each was released
 * once.
 */
async function unitsOfPaidOrders(admin: Pool): Promise<number> {
  const { rows } = await admin.query<{ units: number }>(
    `select coalesce(sum(greatest(m.reserved_delta, 0)), 0)::int as units from shop.stock_movements m
     join shop.orders o on o.store_id = m.store_id and o.id = m.order_id where o.paid_at is not null`,
  );
  return rows[0]?.units ?? 0;
}
