import { ApiFailure } from "../errors.ts";
import type { Queryable } from "./sql.ts";

/** Whose work takes a connection: `store` null is about accounts; `staff` is a person or API key, null for shoppers. */
export type ShareHolder = { store: string | null; staff: string | null };

/** Runs work that takes one connection of a pool, once the holder's share has room. */
export type ConnectionShares = <T>(holder: ShareHolder, work: () => Promise<T>) => Promise<T>;

/** Connections beyond the shares: for the short statements that say who calls, and for health checks. */
const reserved = 2;
const maxWaiting = 500;

type Waiter = { enter: () => void; since: number };
type Lane = { holder: ShareHolder; waiters: Set<Waiter> };

/**
 * Divides a pool's connections so that no store and no caller takes all of them. A store may take another while it holds
 * less than twice what then stays free; its staff, and one person, while they hold less than half of what then stays free.
 * Staff together have at most half. What is beyond its share waits without a connection, then is refused with SERVER_BUSY.
 */
export function createConnectionShares(poolSize: number, maxWaitMs: number): ConnectionShares {
  const size = Math.max(1, poolSize - reserved);
  const maxStaff = Math.ceil(size / 2);
  const held = new Map<string, number>();
  const lanes = new Map<string, Lane>();
  let free = size;

  const heldBy = (key: string) => held.get(key) ?? 0;
  const add = (key: string, change: number) => {
    const count = heldBy(key) + change;
    if (count > 0) held.set(key, count);
    else held.delete(key);
  };
  const change = (holder: ShareHolder, by: 1 | -1) => {
    free -= by;
    for (const key of keysOf(holder)) add(key, by);
  };
  const hasRoom = ({ store, staff }: ShareHolder) => {
    if (free === 0) return false;
    const left = free - 1;
    const ofStore = heldBy(storeKey(store));
    if (ofStore > 0 && ofStore >= 2 * left) return false;
    if (staff === null) return true;
    const ofStaff = Math.max(heldBy(staffOf(store)), heldBy(personKey(staff)));
    return heldBy(allStaff) < maxStaff && (ofStaff === 0 || 2 * ofStaff < left);
  };
  /** The longest waiting of the store that holds least goes first. */
  const next = () => {
    const open = [...lanes.entries()].flatMap(([name, lane]) =>
      hasRoom(lane.holder)
        ? [{ name, lane, first: firstOf(lane), held: heldBy(storeKey(lane.holder.store)) }]
        : [],
    );
    return open.sort((a, b) => a.held - b.held || a.first.since - b.first.since)[0];
  };
  const leave = (name: string, lane: Lane, waiter: Waiter) => {
    lane.waiters.delete(waiter);
    if (lane.waiters.size === 0) lanes.delete(name);
  };
  const release = (holder: ShareHolder) => {
    change(holder, -1);
    for (let turn = next(); turn !== undefined; turn = next()) {
      const { name, lane, first } = turn;
      leave(name, lane, first);
      change(lane.holder, 1);
      first.enter();
    }
  };
  const wait = (holder: ShareHolder) => {
    const name = `${holder.store} ${holder.staff}`;
    const lane = lanes.get(name) ?? { holder, waiters: new Set() };
    if (lane.waiters.size >= maxWaiting) throw busy();
    lanes.set(name, lane);
    return new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        leave(name, lane, waiter);
        reject(busy());
      }, maxWaitMs);
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const waiter = { enter, since: performance.now() };
      lane.waiters.add(waiter);
    });
  };

  return async (holder, work) => {
    // A lane that waits goes first: who comes later must not overtake it.
    if (hasRoom(holder) && !lanes.has(`${holder.store} ${holder.staff}`)) change(holder, 1);
    else await wait(holder);
    try {
      return await work();
    } finally {
      release(holder);
    }
  };
}

/** The same queries, each within the holder's share. */
export function sharedQueries(
  from: Queryable,
  shares: ConnectionShares,
  holder: ShareHolder,
): Queryable {
  return {
    rows: (query) => shares(holder, () => from.rows(query)),
    row: (query) => shares(holder, () => from.row(query)),
    run: (query) => shares(holder, () => from.run(query)),
  };
}

export function busy(): ApiFailure {
  return new ApiFailure(
    "SERVER_BUSY",
    "Other requests for the same data are still running. Try again in a few seconds.",
    { retryAfterSeconds: 2 },
  );
}

const allStaff = "staff";

function keysOf({ store, staff }: ShareHolder): string[] {
  return staff === null
    ? [storeKey(store)]
    : [storeKey(store), allStaff, staffOf(store), personKey(staff)];
}

function storeKey(store: string | null): string {
  return `store ${store}`;
}

function staffOf(store: string | null): string {
  return `staff of ${store}`;
}

function personKey(staff: string): string {
  return `person ${staff}`;
}

function firstOf({ waiters }: Lane): Waiter {
  for (const waiter of waiters) return waiter;
  throw new Error("a lane is dropped with its last waiter");
}
