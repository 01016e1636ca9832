import path from "node:path";
import { Client } from "pg";
import { StartupError } from "../startup-error.ts";
import { findBinaries } from "./binaries.ts";
import { holdsCluster, makeCluster } from "./data-folder.ts";
import { lockFolder } from "./folder-lock.ts";
import { passwordFile, superuserPassword } from "./password.ts";
import { findPlace, openDataDir } from "./place.ts";
import { supervisePostmaster } from "./postmaster.ts";
import { isSqlState } from "../database/sql-state.ts";

/** A running embedded PostgreSQL. */
export type RunningPostgres = {
  /** postgres:// URL of the superuser to the maintenance database `postgres`, on 127.0.0.1. */
  adminUrl: string;
  /** Stops it with a fast shutdown, which cuts connections, and releases the data folder. */
  stop: () => Promise<void>;
  /** True if this start created the database cluster. */
  firstStart: boolean;
  /** The folder that contains the data, without symbolic links. */
  place: string;
};

/**
 * Starts the bundled PostgreSQL on `<dataDir>/postgres`, which it creates if needed, and restarts it whenever it dies.
 * `log` gets single lines for people; `flags` are further arguments of postgres, such as "-c", "fsync=off". Throws
 * StartupError.
 */
export async function startPostgres(options: {
  dataDir: string;
  log: (line: string) => void;
  flags?: string[];
}): Promise<RunningPostgres> {
  const dataDir = await openDataDir(path.resolve(options.dataDir));
  const releases: (() => void)[] = [];
  const release = () => {
    for (const unlock of releases.splice(0)) unlock();
  };
  try {
    releases.push(await lockOrThrow(dataDir, dataDir));
    const place = await findPlace(dataDir, options.log);
    const placeParent = path.dirname(place.folder);
    // Two data folders, one a copy of the other, may link to the same database folder.
    if (placeParent !== dataDir) releases.push(await lockOrThrow(placeParent, dataDir));

    const binaries = await findBinaries(place.account, options.log);
    const hasCluster = await holdsCluster(place.folder, binaries.major);
    const password = await superuserPassword(dataDir, hasCluster);
    if (!hasCluster) await makeCluster(place, binaries, password);
    const postmaster = await supervisePostmaster({
      place,
      binaries,
      flags: options.flags ?? [],
      log: options.log,
    }).catch((error: unknown) => failStart(place.folder, error));
    const adminUrl = `postgres://postgres:${password}@127.0.0.1:${postmaster.port}/postgres`;
    const stop = async () => {
      await postmaster.stop();
      release();
    };
    await checkPassword(adminUrl, dataDir).catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    return { adminUrl, stop, firstStart: !hasCluster, place: place.folder };
  } catch (error) {
    release();
    throw error;
  }
}

async function lockOrThrow(folder: string, dataDir: string): Promise<() => void> {
  const lock = await lockFolder(folder);
  if (lock.held) return lock.release;
  const holder = lock.holder === undefined ? "another process" : `process ${lock.holder}`;
  throw new StartupError(
    `${dataDir} is already in use by ${holder}. Stop it or set DATA_DIR to another folder.`,
  );
}

function failStart(folder: string, error: unknown): never {
  if (error instanceof StartupError) throw error;
  const reason = error instanceof Error ? error.message : String(error);
  throw new StartupError(`PostgreSQL could not be started with the data in ${folder}: ${reason}`, {
    cause: error,
  });
}

async function checkPassword(adminUrl: string, dataDir: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 30_000 });
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    if (!isSqlState(error, "invalidPassword")) throw error;
    throw new StartupError(
      `The database does not accept the password in ${passwordFile(dataDir)}: restore the right one, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
}
