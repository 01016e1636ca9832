import type { KeyValueStorage } from "./tokens.ts";

type Lease = { owner?: string; until?: number };
type LockManager = { request<T>(name: string, run: () => Promise<T>): Promise<T> };

/** The lock's name, in navigator.locks or as a key of the storage. */
export const lockName = "tokenRefresh";

const leaseMs = 20_000;
const pollMs = 40;

/**
 * Runs one task at a time among all tabs of the origin. Pages on plain http have no navigator.locks: there a lease in
 * the storage stands in, which a tab that died loses after 20 s. The server forgives the rare tie for 30 s.
 */
export async function inTurn<T>(storage: KeyValueStorage, run: () => Promise<T>): Promise<T> {
  const navigator: { locks?: LockManager } | undefined = Reflect.get(globalThis, "navigator");
  if (navigator?.locks) return navigator.locks.request(lockName, run);
  const owner = `${Date.now()}.${Math.random()}`;
  while (!(await takeLease(storage, owner))) await pause(pollMs);
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
  await pause(pollMs / 2);
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
