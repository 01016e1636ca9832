import type { Client } from "pg";
import { readEarlierChecksums, type SchemaFile } from "./schema-files.ts";

/**
 * Earlier checksums included a migration's comments. Replaces those in the database with checksums that ignore them.
 */
export async function adoptEarlierChecksums(
  admin: Client,
  migrations: readonly SchemaFile[],
): Promise<void> {
  const earlier = await readEarlierChecksums();
  const known = migrations.filter(({ path }) => earlier[path] !== undefined);
  await admin.query(
    `update public.migrations m set checksum = k.checksum
     from unnest($1::text[], $2::text[], $3::text[]) k (name, earlier, checksum)
     where m.name = k.name and m.checksum = k.earlier`,
    [
      known.map(({ path }) => path),
      known.map(({ path }) => earlier[path]),
      known.map(({ checksum }) => checksum),
    ],
  );
}
