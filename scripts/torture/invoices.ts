// npm run torture -- invoices: four processes issue the invoices of 10,000 orders of one store, on a separate
// PostgreSQL. One of the processes is killed and replaced during the run. No number may be missing or issued twice.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "pg";
import { pino } from "pino";
import { issueInvoices } from "../../apps/server/src/domains/order-documents/jobs.ts";
import type { Services } from "../../apps/server/src/platform/context.ts";
import { connect, prepareDatabase } from "../../apps/server/src/platform/database/open-database.ts";
import { rolesOf } from "../../apps/server/src/platform/database/roles.ts";
import { startPostgres } from "../../apps/server/src/platform/postgres/start-postgres.ts";
import { newFolder } from "../../tests/new-folder.ts";
import { addPaidOrders, wrongNumbers } from "../../tests/paid-orders.ts";

const secret = Buffer.from("the secret of this run, which nothing outlives");
const name = "vetrina";
const orders = 10_000;
const processes = 4;

const url = process.argv.find((word) => word.startsWith("postgres"));
await (url === undefined ? main() : issue(url));

/** Issues invoices in one of the four processes. */
async function issue(databaseUrl: string): Promise<void> {
  const database = connect(new URL(databaseUrl), rolesOf(name), secret, 4);
  // Issuing invoices uses no other services.
  const more = { log: pino(), now: () => new Date(), publicUrl: "http://localhost:3000" };
  const services = { database, ...more } as unknown as Services;
  await issueInvoices(services);
  await database.close();
}

async function main(): Promise<void> {
  const dataDir = await newFolder("vetrina-invoices-");
  const postgres = await startPostgres({ dataDir, log: () => {} });
  try {
    const database = new URL(postgres.adminUrl);
    database.pathname = `/${name}`;
    await prepareDatabase(database, secret);
    const admin = new Pool({ connectionString: database.href, max: 2 });
    // Ignores the errors that are raised when PostgreSQL stops: it breaks connections that it still has open but that
    // the pool has already closed.
    admin.on("error", () => {});
    const wrong = await torture(admin, database.href);
    console.log(wrong.length === 0 ? "no gaps and no duplicates" : JSON.stringify(wrong));
    process.exitCode = wrong.length === 0 ? 0 : 1;
    await admin.end();
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function torture(admin: Pool, databaseUrl: string): Promise<unknown[]> {
  const { rows } = await admin.query<{ id: string }>(`
    insert into shop.stores (id, slug, name, currency, country, contact, home, help)
    select id, 's-' || id, 'Sartoria', 'USD', 'US', '{"email": "hello@sartoria.example", "address": []}', '{}', '{}'
    from gen_random_uuid() id returning id`);
  const storeId = rows[0]?.id ?? "";
  await addPaidOrders(admin, storeId, orders);
  const start = () => fork(path.join(import.meta.dirname, "run.ts"), ["invoices", databaseUrl]);
  const began = performance.now();
  const workers: ChildProcess[] = Array.from({ length: processes }, start);
  await sleep(3000);
  workers[0]?.kill("SIGKILL");
  workers.push(start());
  await Promise.all(workers.map(ended));
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `${orders} invoices by ${processes} processes, one of them killed: ${seconds.toFixed(1)} s`,
  );
  return wrongNumbers(admin, storeId, orders);
}

async function ended(worker: ChildProcess): Promise<void> {
  if (worker.exitCode === null && worker.signalCode === null) await once(worker, "exit");
}
