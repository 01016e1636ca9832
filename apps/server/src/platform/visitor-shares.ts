import { ApiFailure } from "./errors.ts";
import {
  type Counts,
  createShares,
  type Names,
  type ShareRules,
  type Shares,
} from "./fair-shares.ts";
import { networksAround } from "./http/callers/caller-address.ts";
import { afterIterations, pace } from "./event-loop/pace.ts";

/** The store that is visited, its owner, and the caller's address, which is null if limits are off. */
export type Visitor = { store: string; owner: string; address: string | null };

/**
 * How many units of work, such as page renderings, run at a time. They share one thread, so more would only use memory.
 */
const size = 12;
/** Long, because on a busy machine a late page is better than none, and a waiting request costs only a connection. */
const maxWaitMs = 30_000;
const maxWaiting = { ofName: 500, inAll: 5000 };

/**
 * Limits, per store, owner and caller, how much work for shoppers (such as page renderings) runs at a time. Without
 * competition, a store has four units of work, three of them for one address, and an owner's stores together have six.
 * Whoever has the fewest units goes first, compared by owner, then by store, then by the caller's network.
 */
export function createVisitorShares(
  options: Pick<ShareRules<Visitor>, "maxWaitMs" | "pause"> = {},
): Shares<Visitor> {
  return createShares({ size, namesOf, fullName, maxWaitMs, maxWaiting, busy, ...options });
}

/** How many pages were left by their callers, at most `size`, without a later page that has waited for it. */
let left = 0;

/** Notes that a page's caller closed its connection, which callers behind a proxy may have to replace. */
export function noteLeftPage(): void {
  left = Math.min(size, left + 1);
}

/**
 * Before a page is rendered, waits for the next tick if this one's time is used up. Otherwise, one tick would render
 * hundreds of pages that read nothing from the database. If the page had to wait for its turn, or another page was left,
 * 16 more ticks pass first, because each tick accepts only one new connection.
 */
export async function letOthersRun(hasWaited: boolean): Promise<void> {
  const isAfterLeft = left > 0;
  if (isAfterLeft) left -= 1;
  if (hasWaited || isAfterLeft) await afterIterations(16);
  await pace();
}

/**
 * An address, its IPv6 /48 and its /32 may each take another unit of work while they hold less than this multiple of
 * the units that it would leave free.
 */
const networkShares = [1 / 2, 1, 2];

function fullName({ store, owner, address }: Visitor, { left, heldBy }: Counts): string | null {
  const hasRoom = (name: string, share: number) => {
    const held = heldBy(name);
    return held === 0 || held < share * left;
  };
  if (!hasRoom(ownerName(owner), 1)) return ownerName(owner);
  if (!hasRoom(storeName(store), 1 / 2)) return storeName(store);
  if (address === null) return null;
  for (const [i, network] of networksAround(address).toReversed().entries())
    if (!hasRoom(network, networkShares[i] ?? 1)) return network;
  return hasRoom(visitorName(store, address), 1 / 4) ? null : visitorName(store, address);
}

function namesOf({ store, owner, address }: Visitor): Names {
  const shop = [ownerName(owner), storeName(store)];
  if (address === null) return { held: shop, turns: [...shop, ""], groups: [shop] };
  const networks = networksAround(address);
  return {
    held: [...shop, ...networks, visitorName(store, address)],
    turns: [...shop, ...networks],
    groups: [[...shop, ...networks], networks],
  };
}

function ownerName(owner: string): string {
  return `owner ${owner}`;
}

function storeName(store: string): string {
  return `store ${store}`;
}

function visitorName(store: string, address: string): string {
  return `${store} ${address}`;
}

function busy(): ApiFailure {
  return new ApiFailure("SERVER_BUSY", "Many pages are being rendered. Try again shortly.", {
    retryAfterSeconds: 2,
  });
}
