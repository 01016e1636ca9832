// npm run db:new -- add-returns: creates the next numbered migration.
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const folder = path.join(import.meta.dirname, "../apps/server/database/migrations");

/**
 * The file name of the next migration, such as 0013_add_returns.sql. Throws TypeError for a title that isn't
 * kebab-case or is longer than 60 characters.
 */
export function nextMigration(names: readonly string[], title: string): string {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(title) || title.length > 60)
    throw new TypeError(
      "Give the migration a name of a few words in kebab-case: npm run db:new -- add-returns",
    );
  const last = Math.max(0, ...names.map((name) => Number(/^(\d{4})_/.exec(name)?.[1] ?? 0)));
  return `${String(last + 1).padStart(4, "0")}_${title.replaceAll("-", "_")}.sql`;
}

if (import.meta.main) {
  try {
    const name = nextMigration(readdirSync(folder), process.argv[2] ?? "");
    const text =
      "-- What this migration is for. Forward only; {{app}}, {{worker}} and {{doors}} are the roles.\n";
    writeFileSync(path.join(folder, name), text, { flag: "wx" });
    console.log(`apps/server/database/migrations/${name}`);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
