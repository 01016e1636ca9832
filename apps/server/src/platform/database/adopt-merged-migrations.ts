import type { Client } from "pg";
import { StartupError } from "../startup-error.ts";
import type { SchemaFile } from "./schema-files.ts";

/** The last migration before the migrations were merged by subject. */
const newestBefore = "0127_room_for_pictures.sql";
/** Migrations before this path are the merged ones. They replace `newestBefore` and every migration before it. */
const firstAfter = "migrations/0010";

/**
 * Marks the merged migrations as applied in a database from before the merge, which has their tables already. Throws
 * StartupError if the last migration of that database isn't `newestBefore`.
 */
export async function adoptMergedMigrations(
  admin: Client,
  migrations: readonly SchemaFile[],
): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    "select name from public.migrations where name not like 'migrations/%' order by name desc limit 1",
  );
  const newest = rows[0]?.name;
  if (newest === undefined) return;
  if (newest !== newestBefore)
    throw new StartupError(
      `The database was created by an old version of Vetrina (last migration: ${newest}). First start a version that includes the migration ${newestBefore}, or use an empty database.`,
    );
  await admin.query(`
    drop table shop.resource_kinds;
    drop procedure shop.name_kind(text, regclass, text);
    delete from public.migrations where name not like 'migrations/%'`);
  for (const { path, checksum } of migrations.filter((one) => one.path < firstAfter))
    await admin.query("insert into public.migrations (name, checksum) values ($1, $2)", [
      path,
      checksum,
    ]);
}
