import { ApiFailure } from "./platform/errors.ts";
import { type Counts, createShares, type Shares } from "./platform/fair-shares.ts";
import { widerNetwork } from "./platform/http/callers/caller-address.ts";

/** The store whose page is rendered, and the caller's address; null if limits are off. */
export type PageHolder = { store: string; owner: string; address: string | null };

/** The concurrency of renderings. A process renders on one thread: more would only wait for each other and use memory. */
const size = 12;
/** On a busy machine a late page is better than none, and a waiting one only costs a connection. */
const maxWaitMs = 30_000;
const maxWaiting = { inLane: 500, inAll: 5000 };

/**
 * Limits concurrent renderings per store, owner and caller. Without competition a store renders four pages at
 * a time, three of them for one address, and an owner's stores six together. The store with the fewest goes first.
 */
export function createPageShares(waitMs = maxWaitMs): Shares<PageHolder> {
  return createShares({
    size,
    namesOf: (holder) => Object.values(namesOf(holder)).filter((name) => name !== null),
    hasRoom,
    turnOf(holder) {
      const { owner, store, network, address, visitor } = namesOf(holder);
      return [owner, store, network ?? "", address ?? "", visitor ?? ""];
    },
    callersOf(holder) {
      const { network, address } = namesOf(holder);
      return [network, address].filter((name) => name !== null);
    },
    maxWaitMs: waitMs,
    maxWaiting,
    busy,
  });
}

function hasRoom(holder: PageHolder, { left, heldBy }: Counts): boolean {
  const names = namesOf(holder);
  const isWithin = (name: string | null, share: number) => {
    const held = name === null ? 0 : heldBy(name);
    return held === 0 || held < share * left;
  };
  return (
    isWithin(names.owner, 1) &&
    isWithin(names.store, 1 / 2) &&
    isWithin(names.network, 1) &&
    isWithin(names.address, 1 / 2) &&
    isWithin(names.visitor, 1 / 4)
  );
}

/** `visitor`: an address in one store. `network`: the wider network of an IPv6 address. */
function namesOf({ store, owner, address }: PageHolder) {
  const network = address === null ? null : widerNetwork(address);
  return {
    owner: `owner ${owner}`,
    store: `store ${store}`,
    network: network === null ? null : `network ${network}`,
    address: address === null ? null : `address ${address}`,
    visitor: address === null ? null : `${store} ${address}`,
  };
}

function busy(): ApiFailure {
  return new ApiFailure("SERVER_BUSY", "Many pages are being rendered. Try again shortly.", {
    retryAfterSeconds: 2,
  });
}
