import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { type Client, escapeIdentifier } from "pg";
import { StartupError } from "../startup-error.ts";
import type { Roles } from "./roles.ts";

const folder = path.join(import.meta.dirname, "../../../migrations");
/** Any constant will do: one lock for all processes that migrate this database. */
const lockKey = 7_305_411_918;

export type Migration = { name: string; checksum: string; text: string };

/** The numbered .sql files in order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name), "utf8");
      return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

/** Processes that start together wait for one another here; held until the connection ends. */
export async function waitForOurTurn(admin: Client): Promise<void> {
  await admin.query("select pg_advisory_lock($1)", [lockKey]);
}

/**
 * Brings the schema up to date, each file in its own transaction; the caller has waited for its turn. Throws
 * StartupError when a file that was applied has changed or is gone.
 */
export async function migrate(admin: Client, roles: Roles): Promise<string[]> {
  const migrations = await readMigrations();
  await admin.query(`create table if not exists public.migrations
    (name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
  const applied = await admin.query<{ name: string; checksum: string }>(
    "select name, checksum from public.migrations order by name",
  );
  checkApplied(applied.rows, migrations);
  const pending = migrations.slice(applied.rows.length);
  for (const migration of pending) await apply(admin, migration, roles);
  return pending.map((migration) => migration.name);
}

function checkApplied(
  applied: readonly { name: string; checksum: string }[],
  migrations: readonly Migration[],
): void {
  for (const [i, row] of applied.entries()) {
    const file = migrations[i];
    if (file?.name === row.name && file.checksum === row.checksum) continue;
    throw new StartupError(
      file?.name === row.name
        ? `Migration ${row.name} was changed after it had been applied. Restore it and put the change into a new file (npm run db:new).`
        : `The database has the migration ${row.name}, this version has not. Start the version that made it, or restore the file.`,
    );
  }
}

async function apply(admin: Client, migration: Migration, roles: Roles): Promise<void> {
  const text = migration.text.replaceAll(/\{\{(\w+)\}\}/g, (_, role: keyof Roles) =>
    escapeIdentifier(roles[role]),
  );
  await admin.query("begin");
  try {
    await admin.query("set local lock_timeout = '5s'");
    await admin.query(text);
    await admin.query("insert into public.migrations (name, checksum) values ($1, $2)", [
      migration.name,
      migration.checksum,
    ]);
    await admin.query("commit");
  } catch (error) {
    await admin.query("rollback");
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
