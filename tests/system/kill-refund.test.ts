// @module-tag slow

import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { createClient } from "@vetrina/client/create-client";
import { hashApiKey, newApiKey } from "../../apps/server/src/platform/auth/api-key.ts";
import type { Shop } from "../running-shop.ts";
import { waitLimit } from "../wait-limit.ts";
import { invariantsAtRest, loseAnswers } from "./after-a-crash.ts";
import { killWhileWaiting, oneDatabase } from "./killed-server.ts";
import { findItem, purchase } from "./shopper.ts";
import { test } from "./shops.ts";
import { waitUntil } from "./wait-until.ts";

type Buyer = ReturnType<typeof purchase>;

/** A step of a refund at which the server is killed, while it waits for a lock that the test holds. */
type Moment = {
  name: string;
  lock: (orderId: string, intent: string) => string;
  /** Whether the waiting statement is canceled too. Otherwise, the database still executes it. */
  cut: boolean;
  /**
   * The state after the server was killed: the number of refunds that we have recorded, and that the provider has made.
   */
  after: { recorded: number; made: number };
};

/** One kill interrupts four refunds, each at a different step, as a real crash does. */
const moments: Moment[] = [
  {
    name: "while the refund is recorded",
    lock: (orderId) => `select from shop.orders where id = '${orderId}' for update`,
    cut: true,
    after: { recorded: 0, made: 0 },
  },
  {
    name: "while the provider is called, but the call never arrives",
    lock: (_, intent) => `select from shop.test_payments where id = '${intent}' for update`,
    cut: true,
    after: { recorded: 1, made: 0 },
  },
  {
    name: "while the provider makes the refund",
    lock: (_, intent) => `select from shop.test_payments where id = '${intent}' for update`,
    cut: false,
    after: { recorded: 1, made: 1 },
  },
  {
    name: "after the refund was made, before the response is stored",
    // The transaction that stores the provider's response also queues the buyer's email, so it waits for this lock.
    lock: () => "lock table shop.mails in share mode",
    cut: true,
    after: { recorded: 1, made: 1 },
  },
];

test("a server killed at any step of a refund leaves exactly one refund, made automatically or when the request is repeated", async ({
  shops,
  expect,
}) => {
  const { start, admin } = await oneDatabase(shops);
  let shop = await start();
  const item = await findItem(shop);
  const key = await staffKey(admin, item.storeId);
  const refund = (to: Shop, id: string) =>
    staffOf(to, key).refunds.refundOrder({ id, body: { amount: 10 } }, { idempotencyKey: id });
  const buyers = moments.map((_, i) => purchase(item, `refund-${i}`));
  for (const buyer of buyers) await buyer.finish(shop);
  const refunds = moments.map((moment, i) => {
    const { orderId, intent } = buyers[i] as Buyer;
    return { moment, id: orderId ?? "", intent: intent ?? "" };
  });
  // Waits until no job is due, because otherwise the job that sends the confirmation might be the one that waits for
  // the lock.
  await waitUntil("no job is due", async () => {
    const { rows } = await admin.query(
      "select from shop.jobs where every is null and run_at <= now()",
    );
    return rows.length === 0;
  });
  const interrupted = refunds.map(({ moment: { lock, cut }, id, intent }) => ({
    request: () => refund(shop, id),
    lock: lock(id, intent),
    cut,
  }));
  await killWhileWaiting(shop, admin, interrupted);
  for (const { moment, id } of refunds)
    expect({ at: moment.name, ...(await countsOf(admin, id)) }).toEqual({
      at: moment.name,
      ...moment.after,
    });
  // Simulates a restart after half a minute, so that the first sweep asks the provider about the refunds.
  await loseAnswers(admin);
  shop = await start();
  await waitUntil("no refund is open", async () => {
    const { rows } = await admin.query(
      "select from shop.refunds where state in ('pending', 'processing')",
    );
    return rows.length === 0;
  });
  for (const { moment, id } of refunds) {
    const { recorded } = moment.after;
    expect(await countsOf(admin, id)).toEqual({ recorded, made: recorded });
    expect(await refund(shop, id)).toMatchObject({ status: "COMPLETED", refunded: 10 });
    expect(await countsOf(admin, id)).toEqual({ recorded: 1, made: 1 });
  }
  expect(await invariantsAtRest(admin)).toEqual([]);
});

function staffOf(shop: Shop, key: string) {
  return createClient({
    baseUrl: shop.url,
    transport: (request) => fetch(request, { signal: AbortSignal.timeout(waitLimit) }),
    headers: { authorization: `Bearer ${key}` },
  });
}

/** Creates an API key of the store with permission to refund. */
async function staffKey(admin: Pool, storeId: string): Promise<string> {
  const id = randomUUID();
  const key = newApiKey(id);
  await admin.query(
    `insert into shop.api_keys (store_id, id, name, key_hash, last_four, permissions)
     values ($1, $2, 'Refunds', $3, $4, '{MANAGE_ORDERS}')`,
    [storeId, id, hashApiKey(key), key.slice(-4)],
  );
  return key;
}

async function countsOf(admin: Pool, orderId: string): Promise<Moment["after"]> {
  const { rows } = await admin.query<Moment["after"]>(
    `select (select count(*)::int from shop.refunds where order_id = $1) as recorded,
       (select count(*)::int from shop.test_refunds t join shop.refund_payments r on r.id::text = t.request_key
        where r.order_id = $1 and t.state = 'completed') as made`,
    [orderId],
  );
  return rows[0] ?? { recorded: 0, made: 0 };
}
