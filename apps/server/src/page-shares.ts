import { ApiFailure } from "./platform/errors.ts";
import {
  type Counts,
  createShares,
  type Names,
  type ShareRules,
  type Shares,
} from "./platform/fair-shares.ts";
import { networksAround } from "./platform/http/callers/caller-address.ts";
import { afterIterations, pace } from "./platform/event-loop/pace.ts";

/** The store whose page is rendered, its owner, and the caller's address, which is null if limits are off. */
export type PageHolder = { store: string; owner: string; address: string | null };

/** Maximum concurrent renderings. A process renders on one thread, so more would only use memory while they wait. */
const size = 12;
/** Long, because on a busy machine a late page is better than none, and a waiting page costs only a connection. */
const maxWaitMs = 30_000;
const maxWaiting = { ofName: 500, inAll: 5000 };

/**
 * Limits concurrent renderings per store, owner and caller. Without competition, a store renders four pages at a time,
 * three of them for one address, and an owner's stores together render six. The owner with the fewest running
 * renderings goes first, then the store and the caller's network with the fewest.
 */
export function createPageShares(
  options: Pick<ShareRules<PageHolder>, "maxWaitMs" | "pause"> = {},
): Shares<PageHolder> {
  return createShares({ size, namesOf, fullName, maxWaitMs, maxWaiting, busy, ...options });
}

/**
 * Lets other requests run before a page that has waited. Pages that read nothing from the database have no pause of
 * their own: hundreds would be rendered in one tick. And each time the event loop runs, it accepts one new connection.
 */
export async function letOthersRun(): Promise<void> {
  await afterIterations(16);
  await pace();
}

/** How many units an address, its IPv6 /48 and its /32 may hold, as multiples of the units left. */
const networkShares = [1 / 2, 1, 2];

function fullName({ store, owner, address }: PageHolder, { left, heldBy }: Counts): string | null {
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

function namesOf({ store, owner, address }: PageHolder): Names {
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
