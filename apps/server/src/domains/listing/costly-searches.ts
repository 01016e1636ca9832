import { createBriefMemory } from "../../platform/brief-memory.ts";
import type { Context } from "../../platform/context.ts";
import { laneOf } from "../../platform/database/connection-shares.ts";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { createShares } from "../../platform/fair-shares.ts";
import { networksAround } from "../../platform/http/callers/caller-address.ts";
import { addressOf } from "../languages/words-query.ts";
import { publishedWords } from "./words/word-tables.ts";
import { countFound, maxCounted, type SearchInput } from "./found-products.ts";

/**
 * A search that costs more keeps one of the database's cores busy for at least 6 ms: one that finds 2,000 short texts,
 * or 650 whose words take four kilobytes each. An estimate, because measured times grow with the load of the machine.
 */
const maxCost = 2000;
/** The number of words, with synonyms, that doubles a query's cost. */
const wordsOfDoubleCost = 40;

/** What a search for a word of all products of a store costs, by the store's id. */
const costOfStore = createBriefMemory<number>(60_000, 10_000);
/** What a search costs. */
const costOfSearch = createBriefMemory<number>(10_000, 500);

type Searcher = { owner: string; address: string; isForPage: boolean };

/**
 * Divides work among owners, because all further work would keep another core busy. Owners take turns, then their pages
 * and other calls, then addresses.
 */
function createTurns({ size, ofOwner }: { size: number; ofOwner: number }) {
  return createShares<Searcher>({
    size,
    namesOf({ owner, address, isForPage }) {
      const turns = [owner, laneOf(isForPage), ...(address === "" ? [] : networksAround(address))];
      return { held: [owner], turns, groups: [turns] };
    },
    fullName: ({ owner }, { heldBy }) => (heldBy(owner) >= ofOwner ? owner : null),
    maxWaitMs: 30_000,
    maxWaiting: { ofName: 100, inAll: 400 },
    busy: () =>
      new ApiFailure("SERVER_BUSY", "Many searches are running. Try again shortly.", {
        retryAfterSeconds: 2,
      }),
  });
}

const looks = createTurns({ size: 4, ofOwner: 2 });
const searches = createTurns({ size: 2, ofOwner: 1 });

/**
 * Runs a shopper's search of published products. A costly one takes its turn: those of an owner's stores run one at a
 * time, and wait before they take a share of the lists. Others don't wait for them. A page that has to wait leaves its
 * share of renderings meanwhile.
 */
export async function inSearchTurn<Result>(
  ctx: Context,
  search: SearchInput,
  work: (isCostly: boolean) => Promise<Result>,
): Promise<Result> {
  if (ctx.seesMore || !(await needsLook(ctx, search))) return work(false);
  const { catalogue, store, caller } = ctx;
  const key = JSON.stringify([store.id, search.requested, search.queries.query]);
  const look = async () => {
    const counted = await catalogue.row<{ cost: number }>(countFound(search, maxCounted));
    return (counted?.cost ?? 0) * factorOf(search);
  };
  const cost =
    costOfSearch.known(key)?.value ??
    (await inLookTurn(ctx, () => costOfSearch.remember(key, look, addressOf(ctx))));
  if (cost <= maxCost) return work(false);
  caller.onWait?.();
  return searches(searcherOf(ctx), () => work(true), caller.signal);
}

/**
 * Whether a search may find more than `known` products now: whether its words occur in more texts, looked up along the
 * index. If it also finds collections, whether they occur at all.
 */
export async function mayFindMore(
  ctx: Context,
  from: Queryable,
  search: SearchInput,
  known: number,
): Promise<boolean> {
  const least = search.collections.length === 0 ? known + 1 : 1;
  const look = async () => {
    const counted = await from.row<{ found: number }>(countFound(search, least));
    return (counted?.found ?? 0) >= least;
  };
  return ctx.seesMore || !(await needsLook(ctx, search)) ? look() : inLookTurn(ctx, look);
}

/** Two looks at a time of an owner, because each reads all entries of the index for the search's rarest word. */
function inLookTurn<Result>(ctx: Context, look: () => Promise<Result>): Promise<Result> {
  return looks(searcherOf(ctx), look, ctx.caller.signal, ctx.caller.onWait);
}

function searcherOf(ctx: Context): Searcher {
  return { owner: ctx.store.owner, address: addressOf(ctx), isForPage: ctx.isForPage };
}

/** False if the search isn't costly even if it finds all products of its store. */
async function needsLook(ctx: Context, search: SearchInput): Promise<boolean> {
  const { catalogue, store } = ctx;
  const { own, translated } = publishedWords;
  // As in door.count_texts.
  const cost = sql`1 + pg_column_size(w.search) / 2048`;
  const look = async () => {
    const row = await catalogue.row<{ cost: number }>(sql`
      select coalesce(sum(cost), 0)::int as cost from (
        (select ${cost} as cost from ${own} w where w.store_id = ${store.id} limit ${maxCounted})
        union all
        (select ${cost} from ${translated} w where w.store_id = ${store.id} limit ${maxCounted})) w`);
    return row?.cost ?? 0;
  };
  const all = await costOfStore.remember(store.id, look, addressOf(ctx));
  return all * factorOf(search) > maxCost;
}

/** Ranking a text takes longer for a query of many words, such as synonyms. */
function factorOf({ queries }: SearchInput): number {
  return 1 + queries.words / wordsOfDoubleCost;
}
