import { ApiFailure } from "../errors.ts";
import { createShares, type Counts, type Shares } from "../fair-shares.ts";
import type { Queryable } from "./sql.ts";

/**
 * Who uses a connection. `store` and its `owner`, who may have several, are null for work on accounts. `staff` is the
 * calling user, an API key's owner, or null for shoppers.
 */
export type ShareHolder = { store: string | null; owner: string | null; staff: string | null };

/** Runs work that takes one connection of a pool, once the holder's share has room. */
export type ConnectionShares = Shares<ShareHolder>;

/** Connections outside the shares, for the short queries that authenticate callers and for health checks. */
const reserved = 2;
const maxWaiting = { inLane: 500, inAll: 5000 };

/**
 * Divides a pool's connections so that no owner and no caller takes all of them. The stores of an owner may take
 * another while they hold less than twice what would then be free. Staff together have at most half; the staff of an
 * owner's stores, and one user, may take another while they hold less than what would then be free of that half.
 */
export function createConnectionShares(poolSize: number, maxWaitMs: number): ConnectionShares {
  const size = Math.max(1, poolSize - reserved);
  const maxStaff = Math.ceil(size / 2);
  const hasRoom = ({ owner, staff }: ShareHolder, { left, heldBy }: Counts) => {
    const ofOwner = heldBy(ownerName(owner));
    if (ofOwner > 0 && ofOwner >= 2 * left) return false;
    if (staff === null) return true;
    const leftOfStaff = maxStaff - heldBy(allStaff) - 1;
    const ofStaff = Math.max(heldBy(staffOf(owner)), heldBy(personName(staff)));
    return leftOfStaff >= 0 && (ofStaff === 0 || (ofStaff < leftOfStaff && 2 * ofStaff < left));
  };
  return createShares({
    size,
    namesOf,
    hasRoom,
    turnOf: ({ owner, store }) => [ownerName(owner), storeName(store)],
    maxWaitMs,
    maxWaiting,
    busy,
  });
}

/** Runs the same queries, each within the holder's share. */
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

function namesOf({ store, owner, staff }: ShareHolder): string[] {
  const names = [ownerName(owner), storeName(store)];
  return staff === null ? names : [...names, allStaff, staffOf(owner), personName(staff)];
}

function ownerName(owner: string | null): string {
  return `owner ${owner}`;
}

function storeName(store: string | null): string {
  return `store ${store}`;
}

function staffOf(owner: string | null): string {
  return `staff of ${owner}`;
}

function personName(staff: string): string {
  return `person ${staff}`;
}
