import { chmod, lstat, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { StartupError } from "../startup-error.ts";
import { isRoot } from "./account.ts";
import { errorCode } from "../error-code.ts";
import { isAlive } from "./processes.ts";

const SQLITE_BUSY = 5;

/** Keeps references to the connections, because garbage collection of a connection would release its lock. */
const heldLocks = new Set<DatabaseSync>();

/**
 * The lock if it is held; otherwise the id of the process that holds it, undefined until that process has written its
 * id.
 */
export type LockAttempt =
  | { held: true; release: () => void }
  | { held: false; holder: number | undefined };

/**
 * Locks an existing folder for this process with the operating system's file lock, through SQLite. The lock needs no
 * cleanup after a kill -9 and can't be confused by a reused process id.
 */
export async function lockFolder(folder: string): Promise<LockAttempt> {
  const ownerFile = path.join(folder, "postgres.owner");
  const lockFile = path.join(folder, "postgres.lock");
  await makeLockFile(lockFile);
  const lock = new DatabaseSync(lockFile, { timeout: 0 });
  try {
    lock.exec("pragma journal_mode = memory; begin exclusive");
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    return { held: false, holder: await readHolder(ownerFile) };
  }
  // Only for the second process's error message: the lock itself does not depend on this file.
  await writeFile(ownerFile, `${process.pid}\n`, { mode: 0o600 });
  await chmod(ownerFile, 0o600);
  heldLocks.add(lock);
  return {
    held: true,
    release() {
      if (heldLocks.delete(lock)) lock.close();
    },
  };
}

/**
 * Creates the lock file, readable by our account only, because anyone who can open it can hold the lock. An existing
 * file is never opened here, because closing it would release a lock that this process holds.
 */
async function makeLockFile(file: string): Promise<void> {
  try {
    await writeFile(file, "", { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  const [found, folder] = [await lstat(file), await stat(path.dirname(file))];
  // Root may start the server on another account's folder.
  const owner = isRoot() ? folder.uid : process.getuid?.();
  if (!found.isFile() || (owner !== undefined && found.uid !== owner && found.uid !== 0))
    throw new StartupError(
      `${file} was created by another account: remove it, or set DATA_DIR to a folder of your own.`,
    );
  await chmod(file, 0o600);
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}

/**
 * Reads the id of the process that holds the lock. The winner of two simultaneous starts may not have written it yet,
 * so several attempts are made.
 */
async function readHolder(ownerFile: string): Promise<number | undefined> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const pid = Number(await readFile(ownerFile, "utf8").catch(() => ""));
    if (pid > 0 && isAlive(pid)) return pid;
    await delay(20);
  }
  return undefined;
}
