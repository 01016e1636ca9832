import { Client, type CustomTypesConfig, Pool, escapeIdentifier, types } from "pg";
import { StartupError } from "../startup-error.ts";
import { type ConnectionShares, createConnectionShares } from "./connection-shares.ts";
import { createLookups, type Lookups } from "./lookups.ts";
import { createOrderTurns, type OrderTurns } from "./order-turns.ts";
import { listen } from "./listen.ts";
import { openSessions } from "./open-sessions.ts";
import { migrate, lockMigrations } from "./migrate.ts";
import { ensureRoles, type RoleName, rolePassword, type Roles, rolesOf } from "./roles.ts";
import { endOldStatements, type Queryable, queryable } from "./sql.ts";
import { type HealthWatch, watchHealth } from "./watch-health.ts";
import { isSqlState } from "./sql-state.ts";

const oldestMajor = 15;

/**
 * A request's timeouts in milliseconds, for a statement and for a transaction that is idle between statements, so that
 * a request that hangs doesn't keep its connection.
 */
const patience = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 60_000 };
/**
 * The timeout of a background query. Shorter than the shortest lease of a job (claim-jobs.ts), so that an attempt that
 * hangs has released its connection before the next attempt begins.
 */
const workerPatience = { statement_timeout: 50_000 };

const int8 = 20;
/** Amounts of money are bigint and far below 2^53, so numbers hold them exactly. */
const numericBigints: CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === (int8 as typeof id) && format !== "binary"
      ? (text: string) => Number(text)
      : types.getTypeParser(id, format),
};

/** The connections of one process. Each pool logs in as the role of its name, `direct` as worker. */
export type Database = {
  app: Pool;
  /** Reads views of published data and calls a few functions. Has no access to tables. */
  catalogue: Queryable;
  worker: Pool;
  /** Connections that bypass the pooler, if there is one: for LISTEN and session locks. */
  direct: Pool;
  /** Limits how many connections of `app` and `catalogue` each caller's requests take. */
  shares: Record<"app" | "catalogue", ConnectionShares>;
  /** Limits how many of those connections an owner's new orders take. */
  orderTurns: OrderTurns;
  /** The queries that are made before access is decided, outside the shares. */
  lookups: Record<"app" | "catalogue", Lookups>;
  health: HealthWatch;
  /** Opens, in the background, all sessions of the worker's pool, and with `isWeb` of those for requests. */
  openSessions(isWeb: boolean): void;
  /**
   * Calls `heard` with the payload of every notification on a channel (NOTIFY), and with null after connecting, because
   * earlier notifications are lost. Runs until close().
   */
  listen(channel: string, heard: (payload: string | null) => void): void;
  close(): Promise<void>;
};

/**
 * Prepares the database, roles and schema, and connects. `adminUrl` names the database, which is created if it is
 * missing and the user may create it. `url` belongs to a pooler in front of it, in transaction mode. Throws
 * StartupError if the database can't be reached or is older than PostgreSQL 15.
 */
export async function openDatabase(options: {
  adminUrl: string;
  url?: string;
  secret: Buffer;
  poolSize: number;
}): Promise<Database> {
  const direct = new URL(options.adminUrl);
  const roles = await prepareDatabase(direct, options.secret);
  const url = new URL(options.url ?? options.adminUrl);
  const { secret, poolSize } = options;
  const database = connect(url, roles, secret, poolSize, connectionTimeoutMs, direct);
  // Connects now, so that the first health check doesn't have to.
  await database.health.problem();
  return database;
}

/** Prepares the database, roles and schema; called directly for the tests' template. */
export async function prepareDatabase(url: URL, secret: Buffer): Promise<Roles> {
  const name = databaseName(url);
  const admin = await connectAdmin(url);
  try {
    const { rows } = await admin.query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    );
    const version = rows[0]?.version ?? 0;
    if (version < oldestMajor)
      throw new StartupError(
        `The database is PostgreSQL ${version}; Vetrina needs ${oldestMajor} or later.`,
      );
    const roles = rolesOf(name);
    await lockMigrations(admin);
    await ensureRoles(admin, roles, secret);
    await migrate(admin, roles);
    return roles;
  } finally {
    await admin.end();
  }
}

/** Updates the planner's statistics after a bulk load, because autovacuum would do so only a minute later. */
export async function recount(adminUrl: string): Promise<void> {
  const admin = await connected(new URL(adminUrl));
  try {
    await admin.query("analyze");
  } finally {
    await admin.end();
  }
}

/** How long a request waits for a free connection, and a shopper's request for a locked row. */
const connectionTimeoutMs = 5000;

/**
 * A pool for each role that logs in. `direct` is the worker's pool that bypasses the pooler. `health` is the health
 * check's pool, which must not wait for others' work.
 */
export type Pools = Record<Exclude<RoleName, "doors"> | "direct" | "health", Pool>;

/** Connects to a prepared database; its roles may be those of the template it was cloned from. */
export function connect(
  url: URL,
  roles: Roles,
  secret: Buffer,
  poolSize: number,
  connectionTimeoutMillis = connectionTimeoutMs,
  directUrl = url,
): Database {
  const pools = createPools(url, roles, secret, poolSize, connectionTimeoutMillis, directUrl);
  return databaseOf(pools, poolSize, connectionTimeoutMillis);
}

export function createPools(
  url: URL,
  roles: Roles,
  secret: Buffer,
  poolSize: number,
  connectionTimeoutMillis: number,
  directUrl = url,
): Pools {
  const pool = (role: Exclude<RoleName, "doors">, max: number, limits: object, at = url) => {
    const made = new Pool({
      host: at.hostname,
      port: Number(at.port || 5432),
      database: databaseName(at),
      user: roles[role],
      password: rolePassword(secret, roles[role]),
      max,
      connectionTimeoutMillis,
      // Sessions stay open (open-sessions.ts). TCP keep-alive shows if a firewall has dropped an idle one.
      idleTimeoutMillis: 0,
      keepAlive: true,
      keepAliveInitialDelayMillis: 60_000,
      application_name: `vetrina ${role}`,
      types: numericBigints,
      // Pipelines statements that are sent together.
      pipeline: true,
      ...limits,
      ...(at.searchParams.has("sslmode") ? { ssl: sslOf(at) } : {}),
    });
    // A connection may break while idle or at shutdown. Its error must not end the process.
    made.on("error", () => {});
    made.on("connect", (client) => client.on("error", () => {}));
    endOldStatements(made);
    return made;
  };
  return {
    app: pool("app", poolSize, {
      ...patience,
      lock_timeout: Math.min(connectionTimeoutMillis, 15_000),
    }),
    catalogue: pool("catalogue", poolSize, patience),
    worker: pool("worker", 6, workerPatience),
    // Two connections listen, one shows that the worker is alive, and one holds a lock while the demo is created.
    direct: pool("worker", 4, { idleTimeoutMillis: 30_000 }, directUrl),
    // One connection checks whether the database responds, even while the other still tests for disk space.
    health: pool("worker", 2, workerPatience),
  };
}

/** Wraps the pools for one process; close() ends them. */
export function databaseOf(
  pools: Pools,
  poolSize: number,
  connectionTimeoutMillis: number,
): Database {
  const closing = new AbortController();
  const background: Promise<void>[] = [];
  return {
    app: pools.app,
    catalogue: queryable(pools.catalogue),
    worker: pools.worker,
    direct: pools.direct,
    shares: {
      app: createConnectionShares(poolSize, connectionTimeoutMillis),
      catalogue: createConnectionShares(poolSize, connectionTimeoutMillis),
    },
    orderTurns: createOrderTurns(poolSize, connectionTimeoutMillis),
    lookups: {
      app: createLookups(queryable(pools.app), connectionTimeoutMillis),
      catalogue: createLookups(queryable(pools.catalogue), connectionTimeoutMillis),
    },
    health: watchHealth(pools.health),
    openSessions: (isWeb) => {
      const ofRequests = isWeb ? [pools.app, pools.catalogue] : [];
      background.push(openSessions([...ofRequests, pools.worker], closing.signal));
    },
    listen: (channel, heard) =>
      void background.push(listen(pools.direct, channel, heard, closing.signal)),
    close: async () => {
      closing.abort();
      await Promise.all(background);
      await Promise.all(Object.values(pools).map((p) => p.end()));
    },
  };
}

function databaseName(url: URL): string {
  return decodeURIComponent(url.pathname.slice(1)) || "postgres";
}

function sslOf(url: URL): { rejectUnauthorized: boolean } | false {
  const mode = url.searchParams.get("sslmode");
  return mode === "disable" ? false : { rejectUnauthorized: mode !== "no-verify" };
}

async function connectAdmin(url: URL): Promise<Client> {
  try {
    return await connected(url);
  } catch (error) {
    if (!isSqlState(error, "undefinedDatabase"))
      throw new StartupError(unreachable(url, error), { cause: error });
  }
  const maintenance = new URL(url);
  maintenance.pathname = "/postgres";
  const admin = await connected(maintenance);
  try {
    await admin.query(`create database ${escapeIdentifier(databaseName(url))}`);
  } catch (error) {
    // These two codes mean that another process created the database in the meantime.
    if (!isSqlState(error, "duplicateDatabase", "uniqueViolation"))
      throw new StartupError(
        `The database "${databaseName(url)}" does not exist and could not be created. Create it, or correct DATABASE_URL.`,
        { cause: error },
      );
  } finally {
    await admin.end();
  }
  return connected(url);
}

async function connected(url: URL): Promise<Client> {
  const client = new Client({ connectionString: url.href, connectionTimeoutMillis: 5000 });
  client.on("error", () => {});
  await client.connect();
  return client;
}

function unreachable(url: URL, error: unknown): string {
  const where = `${url.hostname}:${url.port || 5432}`;
  if (isSqlState(error, "invalidLogin", "invalidPassword"))
    return `The database at ${where} refused the login. Check the user and password of DATABASE_URL.`;
  return `No database answers at ${where}. Start PostgreSQL there, or correct DATABASE_URL. Without DATABASE_URL, Vetrina starts its own database.`;
}
