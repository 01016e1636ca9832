import type { Pool } from "pg";
import type { Shop } from "../running-shop.ts";
import type { Shops } from "./shops.ts";
import { waitUntil } from "./wait-until.ts";

/** Creates a database and a data folder that outlive the servers using them. */
export async function oneDatabase(shops: Shops) {
  const databaseUrl = await shops.newDatabase();
  const dataDir = await shops.dataDir();
  return {
    start: () => shops.start({ dataDir, env: { DATABASE_URL: databaseUrl } }),
    admin: await shops.connect(databaseUrl),
  };
}

/**
 * Kills the server while a request waits for a lock that the test holds. If `cut` is true, the waiting statement is
 * canceled too. Otherwise, the database still executes it.
 */
export async function killWhileWaiting(
  shop: Shop,
  admin: Pool,
  { request, lock, cut }: { request: () => Promise<unknown>; lock: string; cut: boolean },
): Promise<void> {
  const holder = await admin.connect();
  await holder.query("begin");
  await holder.query(lock);
  const { rows } = await holder.query<{ pid: number }>("select pg_backend_pid() as pid");
  const holderPid = rows[0]?.pid ?? 0;
  const requested = request().catch(() => {});
  try {
    await waitUntil(
      "the request waits for the lock",
      async () => (await waitingFor(admin, holderPid)) > 0,
    );
  } catch (error) {
    // Ends the connection, because an open transaction would prevent the test's database from being dropped.
    holder.release(true);
    throw error;
  }
  await shop.end("SIGKILL");
  await requested;
  if (cut)
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'vetrina %'`);
  await holder.query("rollback");
  holder.release();
  await waitUntil("the dead server's connections are gone", async () => {
    const { rows } = await admin.query(`select from pg_stat_activity
      where datname = current_database() and application_name like 'vetrina %'`);
    return rows.length === 0;
  });
}

/**
 * Counts the server's connections that wait for a lock of this backend. Doesn't count jobs that wait for one another's
 * locks.
 */
async function waitingFor(admin: Pool, pid: number): Promise<number> {
  const { rows } = await admin.query(
    `select from pg_stat_activity where datname = current_database() and application_name like 'vetrina %'
       and wait_event_type = 'Lock' and $1 = any(pg_blocking_pids(pid))`,
    [pid],
  );
  return rows.length;
}
