import type { Context } from "../../platform/context.ts";
import { laneOf } from "../../platform/database/connection-shares.ts";
import { createKeyedShares } from "../../platform/database/keyed-shares.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { createShares } from "../../platform/fair-shares.ts";
import { networksAround } from "../../platform/http/callers/caller-address.ts";

/** A search that finds more products than this keeps one of the database's cores busy for tens of milliseconds. */
const manyFound = 2000;

/** Ids of stores that had an expensive search. */
const costly = new Set<string>();
const maxCostly = 10_000;

/** Notes what a search of a store found, and whether its facets were expensive to count. */
export function noteSearch(storeId: string, found: { products: number; isCostly: boolean }): void {
  if (found.products <= manyFound && !found.isCostly) return;
  if (costly.size >= maxCostly) costly.clear();
  costly.add(storeId);
}

type Searcher = { address: string | null; isForPage: boolean };

const turnsOfStore = createKeyedShares<Searcher>(() =>
  createShares({
    size: 1,
    namesOf({ address, isForPage }) {
      const turns = [laneOf(isForPage), ...(address === null ? [] : networksAround(address))];
      return { held: [], turns, groups: [turns] };
    },
    fullName: () => null,
    maxWaitMs: 30_000,
    maxWaiting: { ofName: 500, inAll: 1000 },
    busy: () =>
      new ApiFailure("SERVER_BUSY", "Many searches are running. Try again shortly.", {
        retryAfterSeconds: 2,
      }),
  }),
);

/**
 * Runs a shopper's search. The searches of a store with expensive ones run one at a time, because more would keep all of
 * the database's cores busy. They wait before they take a share of the lists; the pages and addresses take turns.
 */
export function inSearchTurn<Result>(
  { store, caller, limitsCallers, isForPage }: Context,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!costly.has(store.id)) return work();
  const address = limitsCallers ? caller.address : null;
  return turnsOfStore(store.id, { address, isForPage }, work, caller.signal);
}
