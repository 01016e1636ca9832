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

// Browsers propagate locks and storage separately. The lock is held a little longer than the task, because the next tab
// could otherwise get the lock before it sees the stored tokens. This delays no call, because waiting tabs continue
// once the tokens arrive.
const lingerMs = 500;
const leaseMs = 20_000;
const pollMs = 25;

/**
 * Runs one task at a time among all tabs of the origin. Waiting tabs run without the lock once `arrived` returns true,
 * because another tab is then done. Without navigator.locks, as on plain HTTP, uses a lease of 20 s in storage. In the
 * rare case that two tabs refresh with the same token, the server accepts it for another 30 s.
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
      // Runs without the lock if the lock request was aborted (another tab has done the work) or rejected.
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

// Whether this tab gets the lease. Two tabs may both find it free and write their names. After a short delay, the tab
// whose name is stored has it.
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
