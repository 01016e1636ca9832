import type { KeyValueStorage } from "./key-value-storage.ts";

type Lease = { owner?: string; until?: number };
type LockManager = {
  request(
    name: string,
    options: { signal: AbortSignal },
    run: () => Promise<void>,
  ): Promise<unknown>;
};

/** The lock's name, in navigator.locks or as a key of the storage. */
export const lockName = "tokenRefresh";

// Browsers carry locks and storage on separate ways: the lock is kept a while after the task, or the next tab would
// hold it before it sees what was written. Nobody waits for that, see below.
const lingerMs = 500;
const leaseMs = 20_000;
const pollMs = 25;

/**
 * Runs one task at a time among all tabs of the origin. Who has to wait runs without the lock as soon as `arrived` says
 * that another tab's work is there. Pages on plain http have no navigator.locks: there a lease in the storage stands in,
 * which a tab that died loses after 20 s. The server forgives the rare tie for 30 s.
 */
export function inTurn<T>(
  storage: KeyValueStorage,
  arrived: () => boolean,
  run: () => Promise<T>,
): Promise<T> {
  const navigator: { locks?: LockManager } | undefined = Reflect.get(globalThis, "navigator");
  return navigator?.locks
    ? withLock(navigator.locks, arrived, run)
    : withLease(storage, arrived, run);
}

function withLock<T>(
  locks: LockManager,
  arrived: () => boolean,
  run: () => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const waiting = new AbortController();
    const poll = setInterval(() => {
      if (arrived()) waiting.abort();
    }, pollMs);
    const start = async () => {
      clearInterval(poll);
      await run().then(resolve, reject);
    };
    locks
      .request(lockName, { signal: waiting.signal }, async () => {
        await start();
        await pause(lingerMs);
      })
      // Given up because the work is there, or refused by the browser.
      .catch(start);
  });
}

async function withLease<T>(
  storage: KeyValueStorage,
  arrived: () => boolean,
  run: () => Promise<T>,
): Promise<T> {
  const owner = `${Date.now()}.${Math.random()}`;
  while (!(await takeLease(storage, owner)) && !arrived()) await pause(pollMs);
  try {
    return await run();
  } finally {
    if (holderOf(storage) === owner) storage.removeItem(lockName);
  }
}

// Two tabs may both find it free and write: after a moment the one whose name stands there has it.
async function takeLease(storage: KeyValueStorage, owner: string): Promise<boolean> {
  if (holderOf(storage) !== undefined) return false;
  storage.setItem(lockName, JSON.stringify({ owner, until: Date.now() + leaseMs }));
  await pause(2 * pollMs);
  return holderOf(storage) === owner;
}

function holderOf(storage: KeyValueStorage): string | undefined {
  try {
    const lease: Lease | null = JSON.parse(storage.getItem(lockName) ?? "null");
    return lease?.owner && (lease.until ?? 0) > Date.now() ? lease.owner : undefined;
  } catch {
    return undefined;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
