import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Pool, type PoolClient } from "pg";

type Task = { port: number; databaseUrl: string; items: { variantId: string }[] };
type Body = { items?: { variantId: string }[]; total?: number; paymentIntentId?: string };

const schema = `
  drop schema if exists bare cascade; create schema bare;
  create table bare.levels (variant_id uuid primary key, price int not null, on_hand int not null, reserved int not null default 0);
  create table bare.orders (id uuid primary key, key text not null, email text, address jsonb, total int not null, state text not null);
  create table bare.items (order_id uuid references bare.orders, variant_id uuid references bare.levels, quantity int not null);
  create table bare.movements (id uuid primary key, order_id uuid references bare.orders, variant_id uuid, units int not null);
  create table bare.payments (id uuid primary key, order_id uuid references bare.orders, amount int not null, state text not null);`;

/**
 * Does the minimum work of a guest's checkout: the same five calls with JSON bodies, one row each for the order, its
 * line, its stock movement and its payment, in as few statements as possible, and no checks.
 */
process.once("message", (message) => void serve(message as Task));
process.on("SIGTERM", () => process.exit(0));

async function serve({ port, databaseUrl, items }: Task): Promise<void> {
  const pool = new Pool({ connectionString: databaseUrl, max: 16 });
  await pool.query(schema);
  await pool.query(
    "insert into bare.levels (variant_id, price, on_hand) select id, 9900, 900000 from unnest($1::uuid[]) id",
    [items.map(({ variantId }) => variantId)],
  );
  createServer((request, response) => void respond(pool, request, response)).listen(
    port,
    "127.0.0.1",
  );
}

async function respond(pool: Pool, request: IncomingMessage, response: ServerResponse) {
  const body = JSON.stringify(await answer(pool, request));
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}

async function answer(pool: Pool, request: IncomingMessage): Promise<object> {
  const [, first, second, third] = (request.url ?? "").split("/");
  if (request.method === "GET") return {};
  const body = await bodyOf(request);
  if (first === "shipping") return { total: await priceOf(pool, body) };
  if (first === "payment") return { state: await approve(pool, third ?? "") };
  if (second === "store") return inTransaction(pool, (client) => place(client, body));
  if (third === "payment-intent") return { id: await begin(pool, second ?? "") };
  return inTransaction(pool, (client) => capture(client, second ?? "", body));
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Body;
}

async function priceOf(pool: Pool | PoolClient, { items }: Body): Promise<number> {
  const { rows } = await pool.query<{ total: number }>({
    name: "price",
    text: "select sum(price)::int as total from bare.levels where variant_id = any($1::uuid[])",
    values: [items?.map(({ variantId }) => variantId)],
  });
  return rows[0]?.total ?? 0;
}

async function place(client: PoolClient, body: Body): Promise<object> {
  const [id, key] = [randomUUID(), randomUUID()];
  const variantId = body.items?.[0]?.variantId;
  const total = await priceOf(client, body);
  await client.query({
    name: "hold",
    text: "update bare.levels set reserved = reserved + 1 where variant_id = $1 and on_hand > reserved",
    values: [variantId],
  });
  await client.query({
    name: "order",
    text: "insert into bare.orders (id, key, email, address, total, state) values ($1, $2, $3, $4, $5, 'created')",
    values: [id, key, "bench@example.com", JSON.stringify(body), total],
  });
  await client.query({
    name: "item",
    text: "insert into bare.items (order_id, variant_id, quantity) values ($1, $2, 1)",
    values: [id, variantId],
  });
  await client.query({
    name: "movement",
    text: "insert into bare.movements (id, order_id, variant_id, units) values ($1, $2, $3, -1)",
    values: [randomUUID(), id, variantId],
  });
  return { id, orderKey: key, total };
}

async function begin(pool: Pool, orderId: string): Promise<string> {
  const id = randomUUID();
  await pool.query({
    name: "intent",
    text: "insert into bare.payments (id, order_id, amount, state) select $1, id, total, 'created' from bare.orders where id = $2",
    values: [id, orderId],
  });
  return id;
}

async function approve(pool: Pool, id: string): Promise<string> {
  await pool.query({
    name: "approve",
    text: "update bare.payments set state = 'approved' where id = $1",
    values: [id],
  });
  return "open";
}

async function capture(client: PoolClient, orderId: string, body: Body): Promise<object> {
  await client.query({
    name: "capture",
    text: "update bare.payments set state = 'completed' where id = $1",
    values: [body.paymentIntentId],
  });
  await client.query({
    name: "pay",
    text: "update bare.orders set state = 'completed' where id = $1",
    values: [orderId],
  });
  return { status: "COMPLETED" };
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } finally {
    client.release();
  }
}
