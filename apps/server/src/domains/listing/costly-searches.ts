import { createBriefMemory } from "../../platform/brief-memory.ts";
import type { Context } from "../../platform/context.ts";
import { laneOf } from "../../platform/database/connection-shares.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { createShares } from "../../platform/fair-shares.ts";
import { networksAround } from "../../platform/http/callers/caller-address.ts";
import { publishedWords } from "./words/word-tables.ts";
import { countFound, type SearchInput } from "./found-products.ts";

/** A search that finds more products than this keeps one of the database's cores busy for tens of milliseconds. */
const manyFound = 2000;

/** Whether a store has more products than that, by its id. */
const large = createBriefMemory<boolean>(60_000, 10_000);
/** Whether a search finds more than that. */
const costly = createBriefMemory<boolean>(10_000, 500);

type Searcher = { owner: string; address: string | null; isForPage: boolean };

/**
 * Lets the stores of two owners work at a time, one work each, because every further one would keep another core busy.
 * Owners take turns, then their pages and other calls, then addresses.
 */
function createTurns() {
  return createShares<Searcher>({
    size: 2,
    namesOf({ owner, address, isForPage }) {
      const turns = [
        owner,
        laneOf(isForPage),
        ...(address === null ? [] : networksAround(address)),
      ];
      return { held: [owner], turns, groups: [turns] };
    },
    fullName: ({ owner }, { heldBy }) => (heldBy(owner) > 0 ? owner : null),
    maxWaitMs: 30_000,
    maxWaiting: { ofName: 100, inAll: 400 },
    busy: () =>
      new ApiFailure("SERVER_BUSY", "Many searches are running. Try again shortly.", {
        retryAfterSeconds: 2,
      }),
  });
}

const looks = createTurns();
const searches = createTurns();

/**
 * Runs a shopper's search of published products. One that finds many takes its turn: those of an owner's stores run one
 * at a time, and wait before they take a share of the lists. Others don't wait for them. A page that needs a turn leaves
 * its share of renderings meanwhile.
 */
export async function inSearchTurn<Result>(
  ctx: Context,
  search: SearchInput,
  work: (isCostly: boolean) => Promise<Result>,
): Promise<Result> {
  const { store, caller, limitsCallers, isForPage } = ctx;
  const address = limitsCallers ? caller.address : null;
  if (ctx.seesMore || !(await isLarge(ctx, address))) return work(false);
  const searcher = { owner: store.owner, address, isForPage };
  if (!(await isCostly(ctx, search, searcher))) return work(false);
  caller.onWait?.();
  return searches(searcher, () => work(true), caller.signal);
}

function isLarge({ catalogue, store }: Context, address: string | null): Promise<boolean> {
  return large.remember(
    store.id,
    async () => {
      const row = await catalogue.row<{ products: number }>(sql`
        select count(*)::int as products from (
          select from ${publishedWords.own} where store_id = ${store.id} limit ${manyFound + 1}) w`);
      return (row?.products ?? 0) > manyFound;
    },
    address ?? "",
  );
}

/**
 * Finds out how much a search finds, which takes at most a fifth of its time, and 1 to 3 ms if that is little. One look
 * at a time of an owner, because it reads all entries of the index for the search's rarest word.
 */
function isCostly(
  { catalogue, store }: Context,
  search: SearchInput,
  searcher: Searcher,
): Promise<boolean> {
  const { terms, starts, sku, languages } = search;
  const look = async () => {
    const query = countFound(store.id, search, manyFound + 1);
    return ((await catalogue.row<{ found: number }>(query))?.found ?? 0) > manyFound;
  };
  return costly.remember(
    JSON.stringify([store.id, terms, starts, sku, languages]),
    () => looks(searcher, look),
    searcher.address ?? "",
  );
}
