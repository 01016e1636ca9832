import type { Client } from "pg";
import { StartupError } from "../startup-error.ts";
import type { SchemaFile } from "./schema-files.ts";

/** Until the migrations were put together by subject, the newest one was this. */
const newestBefore = "0127_room_for_pictures.sql";
/** The migrations they were put together into are those before it. */
const firstAfter = "migrations/0010";

/**
 * A database from before the migrations were put together has the tables of the present ones, which count as applied.
 * Throws StartupError where it is older than that.
 */
export async function bringOver(admin: Client, migrations: readonly SchemaFile[]): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    "select name from public.migrations where name not like 'migrations/%' order by name desc limit 1",
  );
  const newest = rows[0]?.name;
  if (newest === undefined) return;
  if (newest !== newestBefore)
    throw new StartupError(
      `The database is of an old version of Vetrina, whose last migration is ${newest}. Start a version with ${newestBefore} on it first, or begin with an empty database.`,
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
