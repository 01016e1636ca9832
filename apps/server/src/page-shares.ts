import { ApiFailure } from "./platform/errors.ts";
import { type Counts, createShares, type Shares } from "./platform/fair-shares.ts";
import { widerNetwork } from "./platform/http/callers/caller-address.ts";

/** Which store's page is rendered, and for which address; null where limits are off. */
export type PageHolder = { store: string; owner: string; address: string | null };

/** Renderings at a time. One process renders on one thread: more only wait for each other, and hold memory. */
const size = 12;
/** On a busy machine a late page is better than none: one that waits costs a connection and nothing else. */
const maxWaitMs = 30_000;
const maxWaiting = { inLane: 500, inAll: 5000 };

/**
 * Divides the renderings so that no store, no owner and no caller takes all of them. Alone, a store renders four pages at a
 * time, three of them for one address, and an owner's stores together six. The store that renders least goes first.
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

/** `visitor`: an address in one store. `network`: the wide one around an IPv6 address. */
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
