import path from "node:path";
import { readFile } from "node:fs/promises";
import { readPostmasterFile } from "./leftover.ts";
import { passwordFile } from "./password.ts";
import { isAlive } from "./processes.ts";

/**
 * The superuser's URL, as from startPostgres, of the PostgreSQL that another process runs on a data folder, for
 * commands that use it. undefined if none is running or the running one is not ours.
 */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const postmaster = await readPostmasterFile(path.join(path.resolve(dataDir), "postgres"));
  if (!postmaster?.ready || !isAlive(postmaster.pid)) return undefined;
  const password = await readFile(passwordFile(dataDir), "utf8").catch(() => undefined);
  if (password === undefined) return undefined;
  return `postgres://postgres:${password.trim()}@127.0.0.1:${postmaster.port}/postgres`;
}
