// npm run torture -- jobs: runs 10,000 jobs on three workers, one of which is killed every second. Then measures the
// delay of a single job behind 5,000 jobs of another store, and of deliveries to a working endpoint alongside 5,000 to
// a dead one. Takes minutes, on a separate PostgreSQL.
import { rm } from "node:fs/promises";
import { Pool } from "pg";
import { prepareDatabase } from "../../apps/server/src/platform/database/open-database.ts";
import { startPostgres } from "../../apps/server/src/platform/postgres/start-postgres.ts";
import { workerTables } from "../../tests/job-worker.ts";
import { delayBehind, deliveriesBeside, killWorkers } from "../../tests/job-torture.ts";
import { newFolder } from "../../tests/new-folder.ts";
import { prepareWorkerProcess } from "../../tests/worker-processes.ts";

const secret = Buffer.from("the secret of this run, which nothing outlives");
const name = "vetrina";
const maxDelaySeconds = 2;

async function main(): Promise<void> {
  const dataDir = await newFolder("vetrina-jobs-");
  const postgres = await startPostgres({ dataDir, log: () => {} });
  try {
    const url = new URL(postgres.adminUrl);
    url.pathname = `/${name}`;
    await prepareDatabase(url, secret);
    const admin = new Pool({ connectionString: url.href, max: 2 });
    // Ignores the errors that are raised when PostgreSQL stops: it breaks connections that it still has open but that
    // the pool has already closed.
    admin.on("error", () => {});
    process.exitCode = (await torture(admin, url)) ? 0 : 1;
    await admin.end();
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function torture(admin: Pool, url: URL): Promise<boolean> {
  await admin.query(workerTables);
  await admin.query(`grant all on public.job_runs, public.job_effects to ${name}_worker`);
  const all = {
    admin,
    storeId: await addStore(admin),
    otherId: await addStore(admin),
    prepareWorker: () => prepareWorkerProcess(url.href, name, secret),
  };
  const { problems, kills, repeated, seconds } = await killWorkers(all, 10_000, 1000, 300_000);
  console.log(
    `10,000 jobs, ${kills} workers killed: done after ${seconds.toFixed(1)} s, ${repeated} runs were cut off and repeated`,
  );
  for (const problem of problems) console.log(`FAULT ${problem}`);
  const delay = await delayBehind(all, 5000);
  console.log(`a single job behind another store's 5,000: after ${delay.toFixed(2)} s`);
  const alone = await deliveriesBeside(all, 0, 100);
  const beside = await deliveriesBeside(all, 5000, 100);
  for (const [what, each] of Object.entries({
    alone,
    "alongside 5,000 to a dead endpoint": beside,
  }))
    console.log(
      `deliveries to a working endpoint ${what}: median ${ms(each[50])}, slowest ${ms(each.at(-1))}`,
    );
  const isUndisturbed = (beside[50] ?? Infinity) < 2 * (alone[50] ?? 0);
  return problems.length === 0 && delay < maxDelaySeconds && isUndisturbed;
}

function ms(seconds = 0): string {
  return `${(seconds * 1000).toFixed(0)} ms`;
}

/** Adds a store. Its row is all that jobs need. */
async function addStore(admin: Pool): Promise<string> {
  const { rows } = await admin.query<{ id: string }>(`
    insert into shop.stores (id, slug, name, currency, country, contact, home, help)
    select id, 's-' || id, 'Sartoria', 'USD', 'US', '{}', '{}', '{}' from gen_random_uuid() id returning id`);
  return rows[0]?.id ?? "";
}

await main();
