import type { Client } from "pg";
import { StartupError } from "../startup-error.ts";
import { adoptEarlierChecksums } from "./adopt-earlier-checksums.ts";
import { adoptMergedMigrations } from "./adopt-merged-migrations.ts";
import type { Roles } from "./roles.ts";
import { readMigrations, readObjects, type SchemaFile, withRoles } from "./schema-files.ts";
import {
  changesOf,
  dropViews,
  makeObjects,
  readApplied,
  replaceBodies,
  writeApplied,
} from "./schema-objects.ts";

/** An arbitrary constant: one advisory lock for all processes that migrate this database. */
const lockKey = 7_305_411_918;

type AppliedMigration = { name: string; checksum: string };

/** Waits for other processes that are starting; the lock is held until the connection ends. */
export async function lockMigrations(admin: Client): Promise<void> {
  await admin.query("select pg_advisory_lock($1)", [lockKey]);
}

/**
 * Updates the schema in one transaction: applies the new migrations, then brings functions, views, triggers and
 * policies up to date with their files. The caller holds the migration lock. Throws StartupError if an applied
 * migration has changed or is missing.
 */
export async function migrate(admin: Client, roles: Roles): Promise<void> {
  const [migrations, objects] = await Promise.all([readMigrations(), readObjects()]);
  await inTransaction(admin, async () => {
    await createRecords(admin);
    await adoptMergedMigrations(admin, migrations);
    await adoptEarlierChecksums(admin, migrations);
    const pending = checkApplied(await readAppliedMigrations(admin), migrations);
    const changes = changesOf(objects, await readApplied(admin));
    if (pending.length === 0 && changes.inPlace) await replaceBodies(admin, roles, changes.changed);
    else {
      await dropViews(admin);
      for (const migration of pending) await apply(admin, migration, roles);
      await makeObjects(admin, roles, objects, changes);
    }
    await writeApplied(admin, changes);
  });
}

/** Whether the schema is up to date with this version. For commands, which don't update it. */
export async function isUpToDate(client: Client): Promise<boolean> {
  const migrations = await readMigrations();
  const applied = await readAppliedMigrations(client);
  if (applied.at(-1)?.name !== migrations.at(-1)?.path) return false;
  const { changed, removed } = changesOf(await readObjects(), await readApplied(client));
  return changed.length + removed.length === 0;
}

/** Creates the tables that record the applied migrations and the latest definition of each object. */
async function createRecords(admin: Client): Promise<void> {
  await admin.query(`
    create table if not exists public.migrations
      (name text primary key, checksum text not null, applied_at timestamptz not null default now());
    create table if not exists public.schema_objects
      (kind text, name text, checksum text not null, header text not null, primary key (kind, name))`);
}

async function readAppliedMigrations(admin: Client): Promise<AppliedMigration[]> {
  const { rows } = await admin.query<AppliedMigration>(
    "select name, checksum from public.migrations order by name",
  );
  return rows;
}

/** Checks the applied migrations, and returns the migrations that are not applied yet. */
function checkApplied(
  applied: readonly AppliedMigration[],
  migrations: readonly SchemaFile[],
): SchemaFile[] {
  for (const [i, row] of applied.entries()) {
    const file = migrations[i];
    if (file?.path === row.name && file.checksum === row.checksum) continue;
    throw new StartupError(
      file?.path === row.name
        ? `${row.name} was changed after it was applied. Restore it and put the change in a new file (npm run db:new).`
        : `${row.name} was applied to the database, but this version doesn't have it. Start a version that has it, or restore the file.`,
    );
  }
  return migrations.slice(applied.length);
}

async function apply(admin: Client, migration: SchemaFile, roles: Roles): Promise<void> {
  try {
    await admin.query(withRoles(migration.text, roles));
  } catch (error) {
    throw new Error(`${migration.path} failed: ${(error as Error).message}`, { cause: error });
  }
  await admin.query("insert into public.migrations (name, checksum) values ($1, $2)", [
    migration.path,
    migration.checksum,
  ]);
}

async function inTransaction(admin: Client, work: () => Promise<void>): Promise<void> {
  await admin.query("begin");
  try {
    await admin.query("set local lock_timeout = '5s'");
    // Functions are created before the views that they read, so their bodies can't be checked yet.
    await admin.query("set local check_function_bodies = off");
    await work();
    await admin.query("commit");
  } catch (error) {
    await admin.query("rollback");
    throw error;
  }
}
