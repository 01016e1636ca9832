import { randomUUID } from "node:crypto";
import { Pool } from "pg";
import { createPools, type Pools } from "../apps/server/src/platform/database/open-database.ts";
import { rolesOf } from "../apps/server/src/platform/database/roles.ts";
import { templateName, testSecret } from "./database-server.ts";
import { waitLimit } from "./wait-limit.ts";

/**
 * An empty database for one test, with connections to it. Calling end() on the pools does nothing; call release() when
 * done.
 */
export type TakenDatabase = {
  url: URL;
  pools: Pools;
  /** Connections as the superuser. */
  admin: Pool;
  /**
   * Gives the database back. If `canReuse` is true and nothing but its rows has changed, empties it for a later test of
   * the same worker; otherwise drops it.
   */
  release(after: { canReuse: boolean }): Promise<void>;
};

export const poolSize = 10;

type Made = { name: string; url: URL; pools: Pools; admin: Pool; asNew: string };

const free: Made[] = [];
let making: Pool | undefined;
let dropping: Pool | undefined;

/**
 * Takes an emptied database or creates one. Emptying a database costs less than dropping it and creating another, which
 * also needs new connections.
 */
export async function takeDatabase(
  adminUrl: string,
  { isNew }: { isNew: boolean },
): Promise<TakenDatabase> {
  const made = (isNew ? undefined : free.pop()) ?? (await createDatabase(adminUrl, { isNew }));
  const use = { isOver: false };
  const { app, catalogue, worker, direct, health } = made.pools;
  return {
    url: made.url,
    pools: {
      app: lend(app, use),
      catalogue: lend(catalogue, use),
      worker: lend(worker, use),
      direct: lend(direct, use),
      health: lend(health, use),
    },
    admin: lend(made.admin, use),
    async release({ canReuse }) {
      use.isOver = true;
      if (canReuse && (await empty(made))) free.push(made);
      else await drop(made, adminUrl);
    },
  };
}

/**
 * Creates a database. If `isNew`, its statements are planned as in production; otherwise, each connection plans a
 * statement only once (database-server.ts).
 */
async function createDatabase(adminUrl: string, { isNew }: { isNew: boolean }): Promise<Made> {
  const name = `t_${randomUUID().replaceAll("-", "")}`;
  making ??= maintenancePool(adminUrl);
  await making.query(`create database ${name} template ${templateName} strategy file_copy`);
  if (isNew) await making.query(`alter database ${name} set plan_cache_mode = auto`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  // The wait limit is long, because hundreds of concurrent callers wait longer for a connection on a busy machine.
  const pools = createPools(url, rolesOf(templateName), testSecret, poolSize, waitLimit);
  // The connections of databases that no test uses are closed.
  for (const { options } of [pools.app, pools.catalogue, pools.worker])
    options.idleTimeoutMillis = 30_000;
  // As in production, a health check doesn't have to wait for a new connection.
  await pools.health.query("select 1");
  const admin = new Pool({ connectionString: url.href, max: 3, allowExitOnIdle: true });
  admin.on("error", () => {});
  admin.on("connect", (client) => client.on("error", () => {}));
  return { name, url, pools, admin, asNew: traitsOf([...Object.values(pools), admin]) };
}

/**
 * Wraps a pool so that using it throws once the test has ended. Otherwise, work that the test left running could read
 * or write the rows of another test.
 */
function lend(pool: Pool, use: { isOver: boolean }): Pool {
  return new Proxy(pool, {
    get(target, key) {
      if (key === "end") return async () => {};
      if (use.isOver) throw new Error("The test that used this connection pool has ended.");
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" && !Object.hasOwn(target, key)
        ? value.bind(target)
        : value;
    },
  });
}

/**
 * Deletes every row and resets the connections. Returns false if that fails, if something still uses the database, or
 * if anything but its rows has changed.
 */
async function empty({ pools, admin, asNew }: Made): Promise<boolean> {
  const all = [...Object.values(pools), admin];
  const isBusy = all.some((pool) => pool.waitingCount > 0 || pool.idleCount < pool.totalCount);
  if (isBusy || traitsOf(all) !== asNew) return false;
  try {
    await Promise.all(all.map((pool) => resetSessions(pool)));
    const opened = all.reduce((sum, pool) => sum + pool.totalCount, 0);
    // The query below may open the superuser's first connection, which it then counts too.
    const connections = admin.totalCount === 0 ? opened + 1 : opened;
    const { rowCount } = await admin.query(whatIsChanged, [connections]);
    if (rowCount !== 0) return false;
    await admin.query(emptyAll);
    return true;
  } catch {
    return false;
  }
}

/** The parts of a pool that a test could have changed: its options, its listeners, and its own methods. */
function traitsOf(pools: readonly Pool[]): string {
  return JSON.stringify(
    pools.map((pool) => [
      pool.options,
      pool.eventNames().map((name) => [String(name), pool.listenerCount(name)]),
      Object.keys(pool).filter((key) => typeof Reflect.get(pool, key) === "function"),
    ]),
  );
}

/** Resets a connection. DISCARD ALL would also drop prepared statements, which the client still expects to exist. */
const resetSession = `
  rollback; close all; reset all; set session authorization default; unlisten *;
  select pg_advisory_unlock_all(); discard temp`;

async function resetSessions(pool: Pool): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  try {
    await Promise.all(clients.map((client) => client.query(resetSession)));
  } finally {
    for (const client of clients) client.release();
  }
}

/**
 * Finds what a test has changed besides rows: the schema, statistics or dead rows that would change query plans,
 * settings, and connections that don't belong to the pools.
 */
const whatIsChanged = `
  select from tests.schema_changes
  union all
  select from pg_class
  where relnamespace = 'shop'::regnamespace and relkind = 'r'
    and (reltuples >= 0 or pg_relation_size(oid) > 40 * 8192)
  union all
  select from pg_database d
  where datname = current_database()
    and (datconnlimit <> -1 or exists (select from pg_db_role_setting where setdatabase = d.oid))
  union all
  select from (select count(*) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend') backends
  where backends.count > $1`;

/**
 * Deletes all rows, because the template has none, and resets the sequences. Triggers and foreign keys are off, so the
 * tables can be in any order.
 */
const emptyAll = `
  begin;
  set local lock_timeout = '1s';
  set local session_replication_role = replica;
  do $$ declare name regclass; begin
    for name in select oid from pg_class where relnamespace = 'shop'::regnamespace and relkind = 'r'
      and pg_relation_size(oid) > 0 loop execute 'delete from ' || name; end loop;
  end $$;
  select setval(seqrelid, seqstart, false) from pg_sequence
    where pg_sequence_last_value(seqrelid) is not null;
  commit`;

async function drop({ name, pools, admin }: Made, adminUrl: string): Promise<void> {
  const ends = [...Object.values(pools), admin].map(async (pool) => {
    const isIdle = pool.idleCount === pool.totalCount;
    const ended = pool.end();
    // Waits only if all clients are idle, because a client that a test has not released would never end.
    if (isIdle) await ended;
  });
  await Promise.all(ends);
  dropLater(adminUrl, name);
}

/** A pool with a single connection. A worker uses it to maintain all its databases. */
function maintenancePool(adminUrl: string): Pool {
  const pool = new Pool({ connectionString: adminUrl, max: 1, allowExitOnIdle: true });
  pool.on("error", () => {});
  return pool;
}

/**
 * Drops the database without making the next test wait. Databases that remain at the end are deleted along with the
 * tests' PostgreSQL.
 */
function dropLater(adminUrl: string, name: string): void {
  dropping ??= maintenancePool(adminUrl);
  void dropping.query(`drop database ${name} with (force)`).catch(() => {});
}
