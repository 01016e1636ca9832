import { createServer } from "node:net";
import path from "node:path";
import { type Logger, pino } from "pino";
import { buildApp } from "./app.ts";
import { createAdministrator } from "./domains/users/create-administrator.ts";
import { createServices } from "./create-services.ts";
import { startJobs } from "./jobs.ts";
import type { Config } from "./platform/config.ts";
import type { Services } from "./platform/context.ts";
import { recount, openDatabase } from "./platform/database/open-database.ts";
import { queryable, sql } from "./platform/database/sql.ts";
import { errorForLog } from "./platform/error-for-log.ts";
import { closeAll, closeToOthers, makePrivateFolder } from "./platform/files/private-files.ts";
import { drainable } from "./platform/http/drain.ts";
import { announceJobs } from "./platform/jobs/announce-jobs.ts";
import { countJobs } from "./platform/jobs/claim-jobs.ts";
import { startMetricsServer } from "./platform/metrics.ts";
import { openDataDir } from "./platform/postgres/place.ts";
import { startPostgres } from "./platform/postgres/start-postgres.ts";
import { loadSecret } from "./platform/secret.ts";
import { StartupError } from "./platform/startup-error.ts";
import { mountStorefront } from "./storefront.ts";

/**
 * Fills an empty database. With the part "all", called at each start until it has succeeded once, so it must continue
 * unfinished work. With the part "standins", called at each start that uses the payment providers' stand-ins.
 */
export type Seed = (options: {
  services: Services;
  mediaDir: string;
  administratorId: string;
  part: "all" | "standins";
}) => Promise<void>;

export type StartOptions = {
  /** `web` serves requests, `worker` runs background jobs, `all` does both. */
  role: "all" | "web" | "worker";
  seed: Seed | null;
  /** Resolves when the pages are built; before that, no request is served and no job is started. */
  pages: Promise<void>;
  /** Prints a line for the person at the terminal. */
  say: (line: string) => void;
  /** Called with the function that stops the server, before it runs jobs and serves requests. */
  onStoppable?: (stop: () => Promise<void>) => void;
};

export type RunningServer = {
  /** null for a worker. */
  port: number | null;
  /** The addresses to open, one per line. */
  addresses: string[];
  stop(): Promise<void>;
};

/**
 * Starts, in this process, the parts of the server that `role` names. Throws StartupError if the environment is not
 * suitable.
 */
export async function startServer(config: Config, options: StartOptions): Promise<RunningServer> {
  const { say, role } = options;
  const stops: (() => Promise<unknown> | void)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).toReversed()) await each();
  };
  try {
    if (role !== "worker" && config.port !== 0) await probePort(config.port, config.host);
    const log = createLog(config);
    await openDataDir(config.dataDir);
    const url = config.databaseUrl ?? (await startOwnDatabase(config, say, stops));
    const adminUrl = config.databaseDirectUrl ?? url;
    for (const folder of ["media", "private", "mail"].map((name) =>
      path.join(config.dataDir, name),
    )) {
      await makePrivateFolder(folder);
      await closeToOthers(folder);
    }
    const secret = await loadSecret(config.dataDir, config.secretKey);
    const database = await openDatabase({
      adminUrl,
      url,
      secret,
      poolSize: 16,
    });
    stops.push(() => database.close());
    const services = createServices(config, database, secret, log);
    stops.push(() => services.mailer.close());
    database.listen("stores", (storeId) => services.directory.forget(storeId));
    const filled = await prepareStores(config, services, options);
    if (filled) await recount(adminUrl);
    await options.pages;
    database.openSessions(role !== "worker");
    if (config.metricsPort !== null) {
      const metrics = await startMetricsServer(config.metricsPort, config.host, () =>
        countJobs(queryable(database.worker)),
      );
      stops.push(() => metrics.close());
    }
    options.onStoppable?.(stop);
    if (role === "web") announceJobs(database);
    else {
      const worker = startJobs(services);
      stops.push(() => worker.stop());
    }
    const port = role === "worker" ? null : await listen(config, services, stops);
    const addresses = port === null ? [] : await addressesOf(services, port);
    return { port, addresses, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startOwnDatabase(
  config: Config,
  say: StartOptions["say"],
  stops: (() => Promise<unknown> | void)[],
): Promise<string> {
  const postgres = await startPostgres({ dataDir: config.dataDir, log: say });
  stops.push(() => postgres.stop());
  const url = new URL(postgres.adminUrl);
  url.pathname = "/vetrina";
  return url.href;
}

/** Creates a log of JSON lines. On a terminal or in development, it has only warnings and errors by default. */
function createLog(config: Config): Logger {
  const level = config.logLevel ?? (process.stdout.isTTY || config.development ? "warn" : "info");
  return pino({ level, base: null, serializers: { err: errorForLog } });
}

/** Creates the administrator and, in a demo, the demo stores. Returns true if it filled an empty database. */
async function prepareStores(
  config: Config,
  services: Services,
  { seed, say }: StartOptions,
): Promise<boolean> {
  const administrator = await createAdministrator(services, config.admin);
  if (administrator.password !== null)
    say(
      `  Administrator ${administrator.email}, password ${administrator.password} (shown this once)`,
    );
  const filled =
    config.demo && seed !== null && (await seedOnce(config, services, seed, administrator.userId));
  if (config.defaultStore !== null && (await services.directory.first()) === null)
    throw new StartupError(
      `DEFAULT_STORE=${config.defaultStore} does not match any store. Use a store's slug, id or host.`,
    );
  return filled;
}

const seedLock = 7_305_411_919;

/**
 * Fills an empty database with the demo stores, and completes a partial demo. A database with other stores is left
 * unchanged.
 */
async function seedOnce(
  config: Config,
  services: Services,
  seed: Seed,
  administratorId: string,
): Promise<boolean> {
  const client = await services.database.direct.connect();
  const worker = queryable(client);
  try {
    await worker.run(sql`select pg_advisory_lock(${seedLock})`);
    const state = await worker.row<{ demo: string | null; stores: number }>(sql`
      select (select value from shop.platform_settings where key = 'demo') as demo,
        (select count(*)::int from shop.stores) as stores`);
    const mediaDir = path.join(config.dataDir, "media");
    const options = { services, mediaDir, administratorId };
    if (state?.demo === "done" && config.standins) await seed({ ...options, part: "standins" });
    if (state?.demo === "done" || (state?.demo === null && state.stores > 0)) return false;
    await worker.run(
      sql`insert into shop.platform_settings (key, value) values ('demo', 'begun') on conflict do nothing`,
    );
    await seed({ ...options, part: "all" });
    if (config.standins) await seed({ ...options, part: "standins" });
    // The demo's files were copied with the permissions of their source, which may let other users read them.
    await closeAll(mediaDir);
    await worker.run(sql`update shop.platform_settings set value = 'done' where key = 'demo'`);
    return true;
  } finally {
    await worker.run(sql`select pg_advisory_unlock(${seedLock})`).catch(() => {});
    client.release();
  }
}

async function listen(
  config: Config,
  services: Services,
  stops: (() => Promise<unknown> | void)[],
): Promise<number> {
  const app = buildApp(services, {
    rateLimits: config.rateLimits,
    checkResponses: false,
    trustProxy: config.trustProxy,
  });
  // In development, closes without draining, because the page in a browser keeps a connection open to wait for changes.
  stops.push(config.development ? () => app.close() : drainable(app, config.drainSeconds));
  await mountStorefront(app, services, {
    development: config.development,
    mediaDir: path.join(config.dataDir, "media"),
    rateLimits: config.rateLimits,
  });
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    throw portError(config, error as NodeJS.ErrnoException);
  }
  const address = app.server.address();
  return typeof address === "object" && address !== null ? address.port : config.port;
}

async function addressesOf(services: Services, port: number): Promise<string[]> {
  const { catalogue } = services.database;
  const first = await services.directory.first();
  const others = await catalogue.rows<{ name: string; domain: string }>(sql`
    select name, domain from catalogue.stores
    where id is distinct from ${first?.id ?? null}::uuid and domain like '%.localhost' order by created_at limit 20`);
  return [
    `${first?.name ?? "No store yet"}: http://localhost:${port}`,
    ...others.map(({ name, domain }) => `${name}: http://${domain}:${port}`),
    `API: http://localhost:${port}/api/v1/docs`,
  ];
}

/**
 * Throws if the port can't be used. Runs before anything is started, because a port in use is the most common mistake
 * and should be reported immediately.
 */
async function probePort(port: number, host: string): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", (error) => reject(portError({ port, host }, error)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function portError(
  { port, host }: { port: number; host: string },
  error: NodeJS.ErrnoException,
): Error {
  switch (error.code) {
    case "EADDRINUSE":
      return new StartupError(
        `Port ${port} is in use. Stop the program that uses it, or choose another: PORT=${port + 1} npm start`,
        { cause: error },
      );
    case "EACCES":
      return new StartupError(
        `Port ${port} requires privileges that this user does not have. Choose one above 1023, such as PORT=3000.`,
        { cause: error },
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartupError(
        `HOST=${host} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all addresses.`,
        { cause: error },
      );
    default:
      return error;
  }
}
