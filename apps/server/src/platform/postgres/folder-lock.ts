import { chmod, lstat, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { StartupError } from "../startup-error.ts";
import { isRoot } from "./account.ts";
import { errorCode, isAlive } from "./processes.ts";

const SQLITE_BUSY = 5;

/** Garbage collection of a connection would give its lock away. */
const heldLocks = new Set<DatabaseSync>();

/** A held lock, or who holds it (undefined when that process has not yet said so). */
export type LockAttempt =
  | { held: true; release: () => void }
  | { held: false; holder: number | undefined };

/**
 * Locks `folder` (which exists) for this process by the operating system's own file lock, taken
 * through SQLite: it needs no clean-up after a kill -9 and is not fooled by a reused process id.
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
  // Only for the message to whoever comes second: the lock itself does not depend on it.
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
 * Whoever can open the file can hold the lock: it is for our account alone. It is never opened here where it exists, because
 * closing it would release a lock that this process holds.
 */
async function makeLockFile(file: string): Promise<void> {
  try {
    await writeFile(file, "", { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  const [found, folder] = [await lstat(file), await stat(path.dirname(file))];
  // Root may start on what is another account's.
  const owner = isRoot() ? folder.uid : process.getuid?.();
  if (!found.isFile() || (owner !== undefined && found.uid !== owner && found.uid !== 0))
    throw new StartupError(
      `${file} was made by another account: remove it, or set DATA_DIR to a folder of your own.`,
    );
  await chmod(file, 0o600);
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}

/** The winner of two simultaneous starts may not have written its id yet: look a few times. */
async function readHolder(ownerFile: string): Promise<number | undefined> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const pid = Number(await readFile(ownerFile, "utf8").catch(() => ""));
    if (pid > 0 && isAlive(pid)) return pid;
    await delay(20);
  }
  return undefined;
}
