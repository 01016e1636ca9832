import { randomUUIDv7 } from "node:crypto";
import { Pool, type PoolClient } from "pg";
import { createClient } from "@vetrina/client/create-client";
import type { BenchServer } from "./bench-server.ts";
import { median } from "./load.ts";
import { ownApp } from "./own-app.ts";
import { record, replay, type Statement } from "../tests/recorded.ts";
import type { Row } from "./table.ts";

const atOnce = 16;
const seconds = 4;
const rounds = 3;

/** Measures orders that hold stock, sixteen in parallel, compared with the same statements executed with pg alone. */
export async function measureOrders(server: BenchServer): Promise<Row[]> {
  const pool = new Pool({ connectionString: server.databaseUrl, max: atOnce });
  await pool.query("update shop.inventory_levels set on_hand = 900000 + reserved");
  const { storeId, variantIds } = await someVariants(pool);
  const client = createClient({ baseUrl: server.origin });
  const body = (i: number) => ({
    email: "bench@example.com",
    items: [{ variantId: variantIds[i % variantIds.length] ?? "", quantity: 1 }],
    shippingAddress: {
      name: "Ada",
      address: "1 Main St",
      city: "Austin",
      region: "TX",
      postalCode: "78701",
      country: "US",
    },
  });
  const statements = await statementsOfOrder(server, storeId, body(0));
  const app = await appConnection(server, pool);
  const ours: number[] = [];
  const yardstick: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const mine = await repeated((i) => client.orders.createOrder({ storeId, body: body(i) }));
    const bare = await repeated((i) =>
      withClient(app, (c) => replay(c, renewed(statements, variantIds, i))),
    );
    // The first round only warms up both sides.
    if (round > 0) {
      ours.push(mine);
      yardstick.push(bare);
    }
  }
  await Promise.all([app.end(), pool.end()]);
  return [
    {
      what: "Order created, stock held, 16 at once",
      ours: median(ours),
      yardstick: median(yardstick),
      unit: "/s",
      reach: 0.5,
      against: "the same statements in one transaction through pg",
    },
  ];
}

async function someVariants(pool: Pool): Promise<{ storeId: string; variantIds: string[] }> {
  const { rows } = await pool.query<{ store_id: string; id: string }>(
    "select v.store_id, v.id from shop.variants v join shop.stores s on s.id = v.store_id where s.slug = 'sorvela' order by v.id limit 200",
  );
  return { storeId: rows[0]?.store_id ?? "", variantIds: rows.map((row) => row.id) };
}

/** The connections for the comparison. They log in as the superuser, which bypasses row-level security. */
async function appConnection(server: BenchServer, _pool: Pool): Promise<Pool> {
  return new Pool({ connectionString: server.databaseUrl, max: atOnce });
}

async function withClient(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await work(client);
  } finally {
    client.release();
  }
}

async function statementsOfOrder(
  server: BenchServer,
  storeId: string,
  payload: object,
): Promise<Statement[]> {
  const { app, close } = await ownApp(server);
  const send = () =>
    app.inject({ method: "POST", url: `/api/v1/orders/store/${storeId}`, payload });
  await send();
  const statements = await record(send);
  await close();
  return statements;
}

const madeNow = /01[0-9a-f]{6}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/**
 * The recorded statements, changed to place another order: with new ids for the rows that the call created, and another
 * variant.
 */
function renewed(
  statements: readonly Statement[],
  variantIds: readonly string[],
  i: number,
): Statement[] {
  const begun = Number.parseInt(
    /enter_checkout.*'([0-9a-f]{8})-([0-9a-f]{4})[^']*'\)/
      .exec(statements[0]?.text ?? "")
      ?.slice(1)
      .join("") ?? "0",
    16,
  );
  const [first] = variantIds;
  const fresh = new Map<string, string>();
  const replaceIds = (text: string) =>
    text.replaceAll(madeNow, (id) => {
      if (id === first) return variantIds[i % variantIds.length] ?? id;
      if (Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) < begun) return id;
      const known = fresh.get(id) ?? randomUUIDv7();
      fresh.set(id, known);
      return known;
    });
  const replaceValue = (value: unknown): unknown => {
    if (typeof value === "string")
      return /^[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(value) ? orderNumber() : replaceIds(value);
    return Array.isArray(value) ? value.map(replaceValue) : value;
  };
  return statements.map(({ name, text, values }) => ({
    ...(name === undefined ? {} : { name }),
    text: name === undefined ? replaceIds(text) : text,
    values: values.map(replaceValue),
  }));
}

function orderNumber(): string {
  const id = randomUUIDv7().replaceAll("-", "").toUpperCase();
  return `${id.slice(8, 12)}-${id.slice(-12)}`;
}

/** Returns how many times per second sixteen parallel loops run `work`. */
async function repeated(work: (i: number) => Promise<unknown>): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let done = 0;
  const worker = async () => {
    while (performance.now() < until) {
      await work(done);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return done / seconds;
}
