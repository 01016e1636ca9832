import type { Pool, PoolClient } from "pg";
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

/** A request that is interrupted because the server is killed. */
export type Interrupted = {
  request: () => Promise<unknown>;
} & (
  | {
      /** SQL that locks what the request waits for when the server is killed. */
      lock: string;
      /** Whether the waiting statement is canceled too. Otherwise, the database still executes it. */
      cut: boolean;
    }
  | {
      /** Whether the request has reached the step at which the server is killed. */
      until: () => Promise<boolean>;
    }
);

/**
 * Kills the server while each request waits for a lock that the test holds. The test takes all locks before the first
 * request, so no request may need the lock of another one before its own.
 */
export async function killWhileWaiting(
  shop: Shop,
  admin: Pool,
  interrupted: readonly Interrupted[],
): Promise<void> {
  const holders: Holder[] = [];
  const requested: Promise<unknown>[] = [];
  const waiting = new Set<number>();
  const cut: number[] = [];
  try {
    for (const one of interrupted) if ("lock" in one) holders.push(await hold(admin, one));
    for (const one of interrupted) {
      requested.push(one.request().catch(() => {}));
      const holder = holders.find(({ of }) => of === one);
      if ("until" in one) await waitUntil("the request is at its step", one.until);
      if (holder === undefined) continue;
      let found: number[] = [];
      await waitUntil("the request waits for the lock", async () => {
        found = (await waitingFor(admin, holder.pid)).filter((pid) => !waiting.has(pid));
        return found.length > 0;
      });
      for (const pid of found) waiting.add(pid);
      if ("lock" in one && one.cut) cut.push(...found);
    }
  } catch (error) {
    // Ends the connections, because an open transaction would prevent the test's database from being dropped.
    for (const { client } of holders) client.release(true);
    throw error;
  }
  await shop.end("SIGKILL");
  await Promise.all(requested);
  await admin.query("select pg_terminate_backend(pid) from unnest($1::int[]) pid", [cut]);
  await waitUntil("the canceled statements have ended", async () => {
    const { rows } = await admin.query("select from pg_stat_activity where pid = any ($1)", [cut]);
    return rows.length === 0;
  });
  for (const { client } of holders) {
    await client.query("rollback");
    client.release();
  }
  await waitUntil("the dead server's connections are gone", async () => {
    const { rows } = await admin.query(`select from pg_stat_activity
      where datname = current_database() and application_name like 'vetrina %'`);
    return rows.length === 0;
  });
}

type Holder = { of: Interrupted; client: PoolClient; pid: number };

async function hold(admin: Pool, of: Interrupted & { lock: string }): Promise<Holder> {
  const client = await admin.connect();
  await client.query("begin");
  await client.query(of.lock);
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return { of, client, pid: rows[0]?.pid ?? 0 };
}

/**
 * Returns the server's connections that wait for a lock of this backend. Doesn't include jobs that wait for one
 * another's locks.
 */
async function waitingFor(admin: Pool, pid: number): Promise<number[]> {
  const { rows } = await admin.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name like 'vetrina %'
       and wait_event_type = 'Lock' and $1 = any(pg_blocking_pids(pid))`,
    [pid],
  );
  return rows.map((row) => row.pid);
}
