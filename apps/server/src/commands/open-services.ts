import { Client } from "pg";
import { pino } from "pino";
import { createServices } from "../create-services.ts";
import type { Config } from "../platform/config.ts";
import type { Services } from "../platform/context.ts";
import { isUpToDate } from "../platform/database/migrate.ts";
import { connect, type Database, openDatabase } from "../platform/database/open-database.ts";
import { rolesOf } from "../platform/database/roles.ts";
import { queryable, sql } from "../platform/database/sql.ts";
import { attachPostgres } from "../platform/postgres/attach.ts";
import { loadSecret } from "../platform/secret.ts";
import { StartupError } from "../platform/startup-error.ts";
import { isSqlState } from "../platform/database/sql-state.ts";

export type OpenServices = { services: Services; close: () => Promise<void> };

const poolSize = 2;
/**
 * Opens the database for a command, whether or not a server is running: the database at DATABASE_URL, or the embedded
 * one under DATA_DIR. `say` prints a line for the user. Throws StartupError.
 */
export async function openServices(
  config: Config,
  say: (line: string) => void,
): Promise<OpenServices> {
  const postgres =
    config.databaseUrl === null
      ? await attachPostgres({ dataDir: config.dataDir, log: say })
      : null;
  try {
    const secret = await loadSecret(config.dataDir, config.secretKey);
    const url = new URL(config.databaseDirectUrl ?? config.databaseUrl ?? postgres?.adminUrl ?? "");
    if (postgres !== null) url.pathname = "/vetrina";
    const database =
      postgres?.exclusive === true
        ? await openDatabase({ adminUrl: url.href, secret, poolSize })
        : await join(url, secret);
    const services = createServices(config, database, secret, pino({ level: "silent" }));
    return {
      services,
      close: async () => {
        services.mailer.close();
        await database.close();
        await postgres?.detach();
      },
    };
  } catch (error) {
    await postgres?.detach();
    throw error;
  }
}

/** Connects without creating roles or updating the schema, because a server that is running may depend on them. */
async function join(url: URL, secret: Buffer): Promise<Database> {
  const name = decodeURIComponent(url.pathname.slice(1)) || "postgres";
  await checkSchema(url, name);
  const database = connect(url, rolesOf(name), secret, poolSize);
  try {
    await queryable(database.worker).run(sql`select 1`);
    return database;
  } catch (error) {
    await database.close();
    if (!isSqlState(error, "invalidLogin", "invalidPassword")) throw error;
    throw new StartupError(
      "The database rejected the password that is derived from SECRET_KEY or, without it, from the secret in DATA_DIR. Set both to the same values as for the server.",
      { cause: error },
    );
  }
}

async function checkSchema(url: URL, name: string): Promise<void> {
  const client = new Client({ connectionString: url.href, connectionTimeoutMillis: 5000 });
  client.on("error", () => {});
  try {
    await client.connect();
    if (await isUpToDate(client)) return;
    throw new StartupError(
      `The database "${name}" belongs to a different version of Vetrina. If it is older, start this version's server once to update it. If it is newer, use that version.`,
    );
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(unusable(url, name, error), { cause: error });
  } finally {
    await client.end().catch(() => {});
  }
}

function unusable(url: URL, name: string, error: unknown): string {
  if (isSqlState(error, "undefinedDatabase", "undefinedTable"))
    return `The database "${name}" has no stores yet. Run npm start once with the same settings.`;
  if (isSqlState(error, "invalidLogin", "invalidPassword", "insufficientPrivilege"))
    return `The database at ${url.hostname}:${url.port || 5432} refused the login. Check the user and password of DATABASE_URL.`;
  return `No database answers at ${url.hostname}:${url.port || 5432}. Start PostgreSQL there, or correct DATABASE_URL.`;
}
