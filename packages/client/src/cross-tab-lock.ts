import type { KeyValueStorage } from "./key-value-storage.ts";

type Lease = { owner?: string; until?: number };
type LockManager = {
  request(
    name: string,
    options: { signal: AbortSignal },
    run: () => Promise<void>,
  ): Promise<unknown>;
};

/** The lock's name in navigator.locks, or its key in storage. */
const lockName = "tokenRefresh";

// The lock is held this long after the task. A browser may pass on the lock before the stored tokens, so the next tab
// could miss them. This delays no call: waiting tabs go on as soon as they see the tokens.
const lingerMs = 500;
const leaseMs = 20_000;
const pollMs = 25;

/**
 * Runs one task at a time among all tabs of the origin. Once `arrived` returns true, another tab has done the work, so
 * waiting tabs run without the lock. Without navigator.locks (plain HTTP), uses a lease in storage. If two tabs get it
 * at once, the server accepts the same refresh token again within 30 s.
 */
export function runExclusively<T>(
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
      // The request was aborted, because another tab has done the work, or was rejected. Either way, the task runs
      // without the lock.
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

// Tries to take the lease. If two tabs find it free, both store their names; the one whose name is still stored after a
// short pause has it.
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
