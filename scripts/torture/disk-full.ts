// npm run torture -- disk-full: shoppers buy while the disk under DATA_DIR is full. After space is freed, and without a
// restart, the invariants must hold within two minutes of the last purchase. Linux only, as root: it mounts a tmpfs.
import { execFileSync } from "node:child_process";
import { appendFile, chmod, mkdtemp, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "pg";
import { isApiError } from "@vetrina/client/api-error";
import { imbalances } from "../../tests/invariants.ts";
import { hasEnded, type Shop, startShop } from "../../tests/running-shop.ts";
import { type Decision, findItem, type Item, purchase } from "../../tests/system/shopper.ts";
import { smallShop } from "../../tests/system/small-shop.ts";

const seconds = { before: 5, full: 30, after: 5 };
const shoppers = 8;
const maxOrders = 500;
const longestRecoveryMs = 120_000;
const decisions: Decision[] = ["approve", "approve", "decline", "fail", "timeout", "cancel"];

const problems: string[] = [];
const answers = new Map<string, number>();
let phase: keyof typeof seconds = "before";

/** Counts a response. A status of 500 or more is a problem, unless it is 503. */
function note(what: string, status: number): void {
  const key = `${phase}: ${what} ${status}`;
  answers.set(key, (answers.get(key) ?? 0) + 1);
  if (status >= 500 && status !== 503) problem(key);
}

function problem(what: string): void {
  if (!problems.includes(what)) problems.push(what);
}

async function main(): Promise<void> {
  const mount = await mkdtemp(path.join(tmpdir(), "vetrina-full-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=300m", "vetrina-full", mount]);
  // The account that runs PostgreSQL must be able to enter the folder.
  await chmod(mount, 0o711);
  try {
    const shop = await startShop({ args: smallShop, dataDir: path.join(mount, "data") });
    try {
      await torture(shop, path.join(mount, "filler"));
    } finally {
      await shop.end("SIGTERM");
    }
  } finally {
    execFileSync("umount", [mount]);
    await rmdir(mount);
  }
  for (const [what, count] of answers) console.log(`${String(count).padStart(6)} ${what}`);
  for (const problem of problems) console.log(`PROBLEM ${problem}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

async function torture(shop: Shop, filler: string): Promise<void> {
  const item = await findItem(shop);
  const stop = new AbortController();
  const load = [
    ...Array.from({ length: shoppers }, (_, i) => shopFor(shop, item, i, stop.signal)),
    watch(shop, stop.signal),
  ];
  await sleep(seconds.before * 1000);
  phase = "full";
  const full = new AbortController();
  const filling = [fill(filler, full.signal), pushWal(shop, full.signal)];
  await sleep(seconds.full * 1000);
  full.abort();
  await Promise.all(filling);
  await rm(filler);
  phase = "after";
  const freed = performance.now();
  while (!(await isHealthy(shop)) && performance.now() - freed < longestRecoveryMs) await sleep(50);
  console.log(`healthy ${since(freed)} after the disk had space again`);
  await sleep(seconds.after * 1000);
  stop.abort();
  await Promise.all(load);
  if (hasEnded(shop.process)) problem("the server ended");
  await settle(shop);
}

async function settle(shop: Shop): Promise<void> {
  const admin = new Pool({ connectionString: await shop.databaseUrl(), max: 2 });
  const began = performance.now();
  let left: string[];
  do {
    await sleep(500);
    left = [...(await imbalances({ admin })), ...(await underWay(admin))];
  } while (left.length > 0 && performance.now() - began < longestRecoveryMs);
  await admin.end();
  console.log(`the invariants hold ${since(began)} after the load ended`);
  problems.push(...left);
}

/** The worker's unfinished work, and precomputed values that differ from their sources. */
async function underWay(admin: Pool): Promise<string[]> {
  const { rows } = await admin.query<{ what: string; count: number }>(`
    select * from (
      select 'jobs wait' as what, count(*)::int from shop.jobs where every is null
      union all select 'mails wait', count(*)::int from shop.mails where ended_at is null
      union all select 'payments have no answer', count(*)::int from shop.payments where state = 'processing'
      union all select 'expired orders are open', count(*)::int from shop.orders where expires_at < now()
      union all select 'stock status changes wait', count(*)::int from shop.stock_status_changes
      union all select 'products have another stock status than their variants', count(*)::int from shop.products p
        where p.deleted_at is null and p.in_stock <> shop.is_in_stock(p.store_id, p.id)
      union all select 'precomputed counts differ', count(*)::int from (
        select store_id, facet_set, sum(products) from shop.list_counts group by 1, 2 having sum(products) <> 0
        except select store_id, facet_set, count(*) from shop.products where deleted_at is null group by 1, 2) d
    ) found where count > 0`);
  return rows.map(({ what, count }) => `${what}: ${count}`);
}

/** Makes purchases one after another. Every fifth one is abandoned before it is finished. */
async function shopFor(shop: Shop, item: Item, who: number, signal: AbortSignal): Promise<void> {
  for (let n = 0; n < maxOrders && !signal.aborted; n++) {
    const decision = decisions[(n + who) % decisions.length] ?? "approve";
    const buyer = purchase(item, `shopper-${who}-${n}`, decision);
    const steps = n % 5 === 4 ? 1 + (n % 3) : 20;
    for (let step = 0; step < steps && !buyer.done && !signal.aborted; step++) {
      await buyer.next(shop).then(
        () => note("purchase", 200),
        (error: unknown) => note("purchase", statusOf(error)),
      );
      await sleep(phase === "full" ? 100 : 20);
    }
  }
}

function statusOf(error: unknown): number {
  return isApiError(error) ? error.statusCode : 599;
}

async function watch(shop: Shop, signal: AbortSignal): Promise<void> {
  const paths = [
    "/health/check",
    "/health/live",
    "/",
    "/api/v1/stores/sartoria/products/slip-dress",
  ];
  while (!signal.aborted) {
    for (const each of paths) {
      const answer = await get(shop, each);
      note(each, answer?.status ?? 599);
      if (answer?.status === 503 && !answer.headers.has("retry-after"))
        problem(`${phase}: ${each} 503 without Retry-After`);
    }
    await sleep(300);
  }
}

async function isHealthy(shop: Shop): Promise<boolean> {
  return (await get(shop, "/health/check"))?.ok ?? false;
}

function get(shop: Shop, address: string): Promise<Response | null> {
  return fetch(shop.url + address, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
}

/** Fills the disk, and fills it again whenever the database frees some space. */
async function fill(file: string, signal: AbortSignal): Promise<void> {
  for (; !signal.aborted; await sleep(50))
    for (const size of [2 ** 20, 2 ** 16, 2 ** 12]) while (await grows(file, size));
}

async function grows(file: string, size: number): Promise<boolean> {
  return appendFile(file, Buffer.alloc(size, 1)).then(
    () => true,
    () => false,
  );
}

/**
 * In the second half of the time with a full disk, also makes PostgreSQL write log records that need new files, so that
 * it stops with a PANIC.
 */
async function pushWal(shop: Shop, signal: AbortSignal): Promise<void> {
  await sleep(seconds.full * 500);
  const pool = new Pool({
    connectionString: await shop.databaseUrl(),
    max: 1,
    connectionTimeoutMillis: 2000,
  });
  pool.on("error", () => {});
  for (; !signal.aborted; await sleep(200))
    await pool
      .query("select pg_logical_emit_message(true, 'torture', repeat('x', 3000000))")
      .catch(() => {});
  await pool.end();
}

function since(began: number): string {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}

await main();
