import path from "node:path";
import { readFile } from "node:fs/promises";
import { readPostmasterFile } from "./leftover.ts";
import { passwordFile } from "./password.ts";
import { isAlive } from "./processes.ts";

/**
 * Returns the superuser's URL of the PostgreSQL that another process runs on this data folder, in the same form as
 * `adminUrl` of startPostgres(). Returns undefined if none is running, or if there is no password file.
 */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const postmaster = await readPostmasterFile(path.join(path.resolve(dataDir), "postgres"));
  if (!postmaster?.ready || !isAlive(postmaster.pid)) return undefined;
  const password = await readFile(passwordFile(dataDir), "utf8").catch(() => undefined);
  if (password === undefined) return undefined;
  return `postgres://postgres:${password.trim()}@127.0.0.1:${postmaster.port}/postgres`;
}
