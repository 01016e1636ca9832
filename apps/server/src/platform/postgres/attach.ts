import { access } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { StartupError } from "../startup-error.ts";
import { findRunningPostgres } from "./find-running-postgres.ts";
import { lockFolder } from "./folder-lock.ts";
import { startPostgres } from "./start-postgres.ts";

const longestWaitMs = 60_000;

/** A PostgreSQL server for temporary use; `detach` stops it if it was started for us. */
export type AttachedPostgres = {
  /** postgres:// URL of the superuser to the maintenance database `postgres`. */
  adminUrl: string;
  /** True if it runs only for this command. */
  exclusive: boolean;
  detach: () => Promise<void>;
};

/**
 * Gives a command access to the embedded PostgreSQL of a data folder: to the running server's, or to one started for
 * the duration of the command. Throws StartupError if the folder has no database yet.
 */
export async function attachPostgres(options: {
  dataDir: string;
  log: (line: string) => void;
}): Promise<AttachedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  const hasData = await access(path.join(dataDir, "postgres")).then(
    () => true,
    () => false,
  );
  if (!hasData)
    throw new StartupError(
      `There is no database in ${dataDir} yet. Run npm start once, or set DATA_DIR to the folder of your shop.`,
    );
  for (const end = Date.now() + longestWaitMs; ; await delay(250)) {
    // If no process holds the lock, a running PostgreSQL is left over from a killed server, and startPostgres() ends it
    // first.
    const lock = await lockFolder(dataDir);
    if (lock.held) {
      lock.release();
      const postgres = await startPostgres({ dataDir, log: options.log });
      return { adminUrl: postgres.adminUrl, exclusive: true, detach: postgres.stop };
    }
    const adminUrl = await findRunningPostgres(dataDir);
    if (adminUrl !== undefined) return { adminUrl, exclusive: false, detach: async () => {} };
    if (Date.now() > end)
      throw new StartupError(
        `${dataDir} is in use by ${lock.holder === undefined ? "another process" : `process ${lock.holder}`}, but its database does not start. Stop that process and try again.`,
      );
  }
}
