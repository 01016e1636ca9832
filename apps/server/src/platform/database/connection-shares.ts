import { ApiFailure } from "../errors.ts";
import { createShares, type Counts, type Names, type Shares } from "../fair-shares.ts";
import { networksAround } from "../http/callers/caller-address.ts";
import { createKeyedShares } from "./keyed-shares.ts";
import type { Queryable } from "./sql.ts";

/**
 * Who uses a connection. `store` and `owner` (one owner may have several stores) are null for work on accounts. `staff`
 * is the calling user, the store's owner for an API key, or null for shoppers. `address`: the caller's; null if it
 * represents many callers. `isForPage`: whether a page that we render makes the call. `row`: the order or customer whose
 * row the work may lock; work on the same row runs one at a time, and waits without a connection.
 */
export type ShareHolder = {
  store: string | null;
  owner: string | null;
  staff: string | null;
  address?: string | null;
  isForPage?: boolean;
  row?: string | null;
  /** Entered after the row's turn, and before a connection is taken. */
  turn?: Turn | undefined;
};

/** Runs work once it is its turn. */
export type Turn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs work that takes one connection of a pool, once the holder's share has room. */
export type ConnectionShares = Shares<ShareHolder>;

/** Connections outside the shares, for the short queries that authenticate callers (see lookups.ts). */
export const reserved = 2;
const maxWaiting = { ofName: 500, inAll: 5000 };
const maxWaitingForRow = { ofName: 100, inAll: 200 };

/**
 * Divides a pool's connections so that no owner or caller can take all of them. All staff together get at most half. An
 * owner's stores may take one connection. For each further one, they must hold fewer than twice the number that it
 * would leave free.
 */
export function createConnectionShares(poolSize: number, maxWaitMs: number): ConnectionShares {
  const size = Math.max(1, poolSize - reserved);
  const maxStaff = Math.ceil(size / 2);
  const fullName = ({ owner, staff }: ShareHolder, { left, heldBy }: Counts) => {
    const ofOwner = heldBy(ownerName(owner));
    if (ofOwner > 0 && ofOwner >= 2 * left) return ownerName(owner);
    if (staff === null) return null;
    const leftOfStaff = maxStaff - heldBy(allStaff) - 1;
    if (leftOfStaff < 0) return allStaff;
    // An owner's staff, or one user, may take a first connection if staff have one left. For another one, they must
    // hold fewer than it would leave for staff, and fewer than half of those that it would leave free.
    const hasRoom = (name: string) => {
      const held = heldBy(name);
      return held === 0 || (held < leftOfStaff && 2 * held < left);
    };
    return [staffOf(owner), personName(staff)].find((name) => !hasRoom(name)) ?? null;
  };
  const shares = createShares({ size, namesOf, fullName, maxWaitMs, maxWaiting, busy });
  const ofRow = createKeyedShares(() => turnsOfRow(maxWaitMs));
  return (holder, work, signal) => {
    const { row = null, address = null, turn } = holder;
    const take = () => shares(holder, work, signal);
    const run = turn === undefined ? take : () => turn(take);
    return row === null ? run() : ofRow(row, address, run, signal);
  };
}

/** Runs the work on one row one at a time. The callers' networks and addresses take turns. */
function turnsOfRow(maxWaitMs: number): Shares<string | null> {
  return createShares({
    size: 1,
    namesOf(address) {
      const turns = address === null ? [""] : networksAround(address);
      return { held: [], turns, groups: [turns] };
    },
    fullName: () => null,
    maxWaitMs,
    maxWaiting: maxWaitingForRow,
    busy,
  });
}

/** Wraps queries so that each runs within the holder's share. */
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
    "Other requests that this one must wait for are still running. Try again in a few seconds.",
    { retryAfterSeconds: 2 },
  );
}

const allStaff = "staff";
const shoppers = "shoppers";

function namesOf({ store, owner, staff, address = null, isForPage = false }: ShareHolder): Names {
  const shop = [ownerName(owner), storeName(store)];
  if (staff === null) {
    if (address === null) return { held: shop, turns: [...shop, shoppers], groups: [shop] };
    const networks = networksAround(address);
    const held = [...shop, ...networks];
    return { held, turns: [...held, laneOf(isForPage)], groups: [held, networks] };
  }
  const person = personName(staff);
  return {
    held: [...shop, allStaff, staffOf(owner), person],
    turns: [...shop, person],
    groups: [[...shop, person], [person]],
  };
}

/**
 * A page's calls wait in a queue of their own. Otherwise, they would wait behind the calls that the same address makes
 * directly, and the page would count as being rendered for all that time.
 */
export function laneOf(isForPage: boolean): string {
  return isForPage ? "pages" : "calls";
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
