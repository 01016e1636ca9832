import { fork } from "node:child_process";
import path from "node:path";
import { Pool } from "pg";
import { answers, type BenchServer, ended, freePort } from "./bench-server.ts";
import { median } from "./load.ts";
import type { Row } from "./table.ts";

const atOnce = 16;
const seconds = 4;
const rounds = 3;

type Item = { storeId: string; variantId: string };
type Answer = { id: string; orderKey: string; total: number; status: string };

/**
 * Measures a guest's whole checkout with sixteen running in parallel, compared with a bare server that does the writes
 * of the same five calls.
 */
export async function measureCheckout(server: BenchServer): Promise<Row[]> {
  const pool = new Pool({ connectionString: server.databaseUrl, max: 1 });
  await pool.query("update shop.inventory_levels set on_hand = 900000 + reserved");
  const { rows: items } = await pool.query<Item>(
    `select v.store_id as "storeId", v.id as "variantId" from shop.variants v join shop.stores s on s.id = v.store_id
     where s.slug = 'sorvela' order by v.id limit 200`,
  );
  await pool.end();
  const bare = await startBare(server, items);
  const ours: number[] = [];
  const yardstick: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const mine = await repeated((i) => checkOut(`${server.origin}/api/v1`, itemOf(items, i)));
    const theirs = await repeated((i) => checkOut(bare.origin, itemOf(items, i)));
    // The first round only warms up both servers.
    if (round > 0) {
      ours.push(mine);
      yardstick.push(theirs);
    }
  }
  await bare.stop();
  return [
    {
      what: "Guest's checkout: quote, order, intent, approval, payment",
      ours: median(ours),
      yardstick: median(yardstick),
      unit: "/s",
      reach: 0.1,
      against: "bare node:http and pg: the same five calls and their writes, without any check",
    },
  ];
}

async function checkOut(origin: string, { storeId, variantId }: Item): Promise<void> {
  const items = [{ variantId, quantity: 1 }];
  const place = { country: "US", region: "TX", postalCode: "78701" };
  const { total } = await post(`${origin}/shipping/calculate`, {
    storeId,
    items,
    destination: place,
  });
  const { id, orderKey } = await post(`${origin}/orders/store/${storeId}`, {
    items,
    total,
    email: "bench@example.com",
    shippingAddress: { name: "Ada", address: "1 Main St", city: "Austin", ...place },
  });
  const withKey = { "x-order-key": orderKey };
  const order = `${origin}/orders/${id}`;
  const payment = await post(`${order}/payment-intent`, { provider: "other" }, withKey);
  await post(`${origin}/payment/test/${payment.id}/decision`, { decision: "approve" });
  const body = { provider: "other", paymentIntentId: payment.id };
  const { status } = await post(`${order}/process-payment`, body, withKey);
  if (status !== "COMPLETED") throw new Error(`the payment is ${status}`);
}

/** Sends a POST request with an Idempotency-Key, as the client does. */
async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "idempotency-key": crypto.randomUUID(),
      ...headers,
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

async function startBare(server: BenchServer, items: readonly Item[]) {
  const port = await freePort();
  const child = fork(path.join(import.meta.dirname, "yardsticks/bare-checkout.ts"), {
    env: { ...process.env, NODE_ENV: "production" },
  });
  child.send({ port, databaseUrl: server.databaseUrl, items });
  const origin = `http://127.0.0.1:${port}`;
  await answers(origin, child);
  return { origin, stop: () => ended(child) };
}

function itemOf(items: readonly Item[], i: number): Item {
  return items[i % items.length] ?? { storeId: "", variantId: "" };
}

/** Returns how many times per second sixteen parallel loops run `work`. */
async function repeated(work: (i: number) => Promise<unknown>): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let done = 0;
  let begun = 0;
  const worker = async () => {
    while (performance.now() < until) {
      await work(begun++);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return done / seconds;
}
