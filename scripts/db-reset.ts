// npm run db:reset -- --yes: empties the database in DATA_DIR. Unless DEMO=0, the next start fills it with the demo
// stores again.
import { access } from "node:fs/promises";
import path from "node:path";
import { Client } from "pg";
import { readConfig } from "../apps/server/src/platform/config.ts";
import { prepareDatabase } from "../apps/server/src/platform/database/open-database.ts";
import { lockFolder } from "../apps/server/src/platform/postgres/folder-lock.ts";
import { startPostgres } from "../apps/server/src/platform/postgres/start-postgres.ts";
import { loadSecret } from "../apps/server/src/platform/secret.ts";
import { StartupError } from "../apps/server/src/platform/startup-error.ts";

const root = path.join(import.meta.dirname, "..");

/**
 * Empties the database. Throws StartupError if there is nothing to reset, another process uses the database, or the
 * confirmation is missing.
 */
async function reset(confirmed: boolean): Promise<string> {
  const config = readConfig(process.env, root);
  const { dataDir } = config;
  if (config.databaseUrl !== null)
    throw new StartupError(
      "db:reset only empties the embedded database. Unset DATABASE_URL, or drop that database yourself.",
    );
  await requireResettable(dataDir);
  if (!confirmed)
    throw new StartupError(
      `This deletes every store, order and user in ${dataDir}. To confirm, run npm run db:reset -- --yes`,
    );
  const postgres = await startPostgres({ dataDir, log: console.log });
  try {
    await dropDatabase(postgres.adminUrl);
    const url = new URL(postgres.adminUrl);
    url.pathname = "/vetrina";
    await prepareDatabase(url, await loadSecret(dataDir, config.secretKey));
  } finally {
    await postgres.stop();
  }
  return `The database in ${dataDir} is empty. Unless DEMO=0, npm start fills it with the demo stores.`;
}

async function requireResettable(dataDir: string): Promise<void> {
  const hasData = await access(path.join(dataDir, "postgres")).then(
    () => true,
    () => false,
  );
  if (!hasData) throw new StartupError(`There is no database in ${dataDir}.`);
  const lock = await lockFolder(dataDir);
  if (!lock.held)
    throw new StartupError(
      `${dataDir} is in use by process ${lock.holder ?? "unknown"}. Stop that process first.`,
    );
  lock.release();
}

async function dropDatabase(adminUrl: string): Promise<void> {
  const admin = new Client(adminUrl);
  await admin.connect();
  try {
    await admin.query("drop database if exists vetrina");
  } finally {
    await admin.end();
  }
}

try {
  console.log(await reset(process.argv.includes("--yes")));
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}
