import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { isAlive } from "./processes.ts";

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
  const lock = new DatabaseSync(path.join(folder, "postgres.lock"), { timeout: 0 });
  try {
    lock.exec("pragma journal_mode = memory; begin exclusive");
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    return { held: false, holder: await readHolder(ownerFile) };
  }
  // Only for the message to whoever comes second: the lock itself does not depend on it.
  await writeFile(ownerFile, `${process.pid}\n`);
  heldLocks.add(lock);
  return {
    held: true,
    release() {
      if (heldLocks.delete(lock)) lock.close();
    },
  };
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
