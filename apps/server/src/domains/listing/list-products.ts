import type { ProductSort } from "@vetrina/contract/catalogue/product-inputs";
import type { ProductList, products } from "@vetrina/contract/catalogue/products";
import {
  collectionOrder,
  countedInCollection,
  countsAsStockIs,
  inCollection,
} from "../collections/collection-rule.ts";
import { membersOf } from "../collections/rule-members.ts";
import { findCollections } from "../collections/find-collections.ts";
import { inSearchTurn, mayFindMore } from "./costly-searches.ts";
import type { Context } from "../../platform/context.ts";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { ApiFailure, invalidField, notFound } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { readCards } from "./cards.ts";
import { correctWords } from "./words/correct-words.ts";
import { maxDiscountPercent } from "./max-discount-percent.ts";
import { settleSales } from "../products/end-sales.ts";
import { chosenFrom } from "./facets.ts";
import { findByWords, type WordSearch } from "./find-by-words.ts";
import type { SearchInput } from "./found-products.ts";
import {
  answerFacets,
  cachesFacets,
  type ListFacets,
  cachedFacets,
  noteCost,
} from "./cached-facets.ts";
import { type Listing, type ListingInput, readListing, readPage } from "./listing.ts";
import { createShopperShares } from "./shopper-shares.ts";
import { type Cursor, readCursor, writeCursor } from "./list-order.ts";
import {
  allCounts,
  allListed,
  allProducts,
  publishedCounts,
  publishedProducts,
} from "../products/read-product.ts";
import { allWords, publishedWords, type WordTables } from "./words/word-tables.ts";

type Query = Omit<Input<typeof products.listProducts>, "linkStoreId">;

/** The tables to read for filters and sorting, for cards, for words, and for precomputed counts. */
type Source = { listed: Sql; shown: Sql; words: WordTables; counts: Sql | null };

const deletedProducts = sql`(select * from shop.products where deleted_at is not null)`;
const deleted: Source = {
  listed: deletedProducts,
  shown: deletedProducts,
  words: allWords,
  counts: null,
};
const all: Source = { listed: allListed, shown: allProducts, words: allWords, counts: allCounts };
const published: Source = {
  listed: publishedProducts,
  shown: publishedProducts,
  words: publishedWords,
  counts: publishedCounts,
};
/** A search that finds fewer products than this is repeated with corrected words. */
const little = 3;

/**
 * Returns one page of a store's products with facets. Staff also get drafts and archived products, and may request
 * deleted ones.
 */
export async function listProducts(ctx: Context, query: Query): Promise<ProductList> {
  if (!ctx.seesMore) {
    if (query.isDeleted === true)
      throw new ApiFailure(
        "FORBIDDEN",
        "Only the store's staff can list deleted products. Leave out `isDeleted`.",
      );
  }
  await settleSales(ctx);
  const found = ctx.seesMore
    ? await ctx.tx((tx) => list(ctx, tx, query.isDeleted === true ? deleted : all, query))
    : await list(ctx, ctx.catalogue, published, query);
  return {
    ...found,
    maxDiscountPercent: query.sale === true ? await maxDiscountPercent(ctx) : null,
  };
}

async function list(
  ctx: Context,
  from: Queryable,
  source: Source,
  query: Query,
): Promise<Omit<ProductList, "maxDiscountPercent">> {
  const { store } = ctx;
  const { conditions, members, ownOrder, counted } = await narrow(ctx, from, source.listed, query);
  const { name: text = "", language } = query;
  const wordSearch = await findByWords(ctx, from, source, { text, language });
  const searched = wordSearch === null ? null : { wordSearch, search: await wordSearch.input() };
  const sort = query.sort ?? (wordSearch === null && ownOrder === null ? "newest" : null);
  const input: ListingInput = {
    source: source.listed,
    storeId: store.id,
    currency: store.currency,
    conditions,
    members,
    ownOrder,
    counts: precomputedCounts(source, store.id, counted),
    search: searched?.search ?? null,
    chosen: chosenFrom(query),
    sort,
    after: sort === null || query.after === undefined ? null : cursorOf(sort, query.after),
    page: query.page,
    limit: query.limit,
  };
  const found =
    searched === null
      ? { ...(await inShares(ctx, () => listPage(ctx, from, input, language))), didYouMean: null }
      : await searchPage(ctx, from, input, { ...searched, language });
  const choice = { ...input.chosen, searchedColors: wordSearch?.colors ?? [] };
  return {
    items: await readCards(ctx, from, source.shown, found.ids, language, choice),
    page: query.page,
    limit: query.limit,
    total: found.total,
    next: sort === null || found.end === null ? null : writeCursor(sort, found.end),
    facets: found.facets,
    didYouMean: found.didYouMean,
  };
}

/**
 * Limits how many shoppers' lists are counted at once, because counting can take tens of milliseconds and a megabyte of
 * memory. Staff's lists need no such limit: each keeps a connection while it is counted.
 */
const inShares = createShopperShares();

type Searched = { search: SearchInput; wordSearch: WordSearch };

type Page = Pick<Listing, "ids" | "end"> & ListFacets;

async function listPage(
  ctx: Context,
  from: Queryable,
  input: ListingInput,
  language: Query["language"],
): Promise<Page> {
  if (ctx.seesMore || !cachesFacets(input.storeId)) return countedPage(ctx, from, input, language);
  const facets = await cachedFacets(ctx, input, language);
  return { ...(await readPage(from, input, facets.total)), ...facets };
}

/** `found`: the number of products before facets are applied. */
async function countedPage(
  ctx: Context,
  from: Queryable,
  input: ListingInput,
  language: Query["language"],
): Promise<Page & { found: number }> {
  const listing = await readListing(from, input);
  const { ids, end, counted } = listing;
  if (counted.isCostly) noteCost(input.storeId);
  const facets = await answerFacets(ctx, from, listing, input, language);
  return { ids, end, ...facets, found: counted.products };
}

function precomputedCounts(
  { counts, listed }: Source,
  storeId: string,
  counted: Counted | null,
): ListingInput["counts"] {
  if (counts === null || counted === null) return null;
  const { conditions, inStock } = counted;
  return { source: inStock ? countsAsStockIs(counts, listed, storeId) : counts, conditions };
}

function cursorOf(sort: ProductSort, after: string): Cursor {
  const cursor = readCursor(sort, after);
  if (cursor !== null) return cursor;
  throw invalidField(
    "after",
    "Send the `next` value of a page that you requested with the same sort.",
  );
}

/**
 * A search that finds little is repeated with corrected words if that can find more. Both may have to wait for their
 * turn.
 */
async function searchPage(
  ctx: Context,
  from: Queryable,
  input: ListingInput,
  { search, wordSearch, language }: Searched & { language: Query["language"] },
): Promise<Page & Pick<ProductList, "didYouMean">> {
  const read = (each: SearchInput) =>
    inSearchTurn(ctx, each, () =>
      inShares(ctx, () => countedPage(ctx, from, { ...input, search: each }, language)),
    );
  const typed = await read(search);
  const asTyped = { ...typed, didYouMean: null };
  // Facets aren't applied, because few products after filtering don't suggest a typing error.
  if (typed.found >= little) return asTyped;
  const { words } = wordSearch;
  const instead = await inShares(ctx, () =>
    correctWords(from, input.storeId, wordSearch.language, words),
  );
  const corrected = await wordSearch.input(instead);
  if (!(await mayFindMore(ctx, from, corrected, typed.found))) return asTyped;
  const nearer = await read(corrected);
  if (nearer.found <= typed.found) return asTyped;
  if (instead.size === 0 || typed.found > 0) return { ...nearer, didYouMean: null };
  return { ...nearer, didYouMean: words.map((word) => instead.get(word) ?? word).join(" ") };
}

/** Conditions on precomputed counts. `inStock` is true if they depend on the products' stock status. */
type Counted = { conditions: Sql[]; inStock: boolean };

/**
 * Returns the query's conditions other than words and facets: `conditions` on p, and `members`, the ids to choose from
 * if there are several collections. `counted` is null if precomputed counts can't be used. Throws NOT_FOUND if
 * `query.collection` is unknown.
 */
export async function narrow(
  ctx: Context,
  from: Queryable,
  source: Sql,
  query: Pick<Query, "slug" | "ids" | "sale" | "collection" | "collectionIds">,
): Promise<{
  conditions: Sql[];
  members: Sql | null;
  ownOrder: Sql | null;
  counted: Counted | null;
}> {
  const conditions: Sql[] = [];
  let counted: Counted | null = { conditions: [], inStock: false };
  const also = (more: Counted | null) => {
    counted = counted === null || more === null ? null : joined(counted, more);
  };
  if (query.slug !== undefined) {
    conditions.push(sql`p.link = ${query.slug}`);
    also(null);
  }
  if (query.ids !== undefined) {
    conditions.push(sql`p.id = any(${query.ids}::uuid[])`);
    also(null);
  }
  if (query.sale === true) {
    conditions.push(sql`p.regular_price_minor > p.price_minor`);
    also({ conditions: [sql`p.on_sale`], inStock: false });
  }
  let members: Sql | null = null;
  let ownOrder: Sql | null = null;
  if (query.collection !== undefined) {
    const [collection] = await findCollections(from, ctx.store.id, { links: [query.collection] });
    if (collection === undefined) throw notFound("collection");
    conditions.push(inCollection(source, ctx.store.id, collection));
    also(countedInCollection(ctx.store.id, collection));
    ownOrder = collectionOrder(collection);
  }
  if (query.collectionIds !== undefined && query.collectionIds.length > 0) {
    const chosen = await findCollections(from, ctx.store.id, { ids: query.collectionIds });
    const [only] = chosen;
    if (only !== undefined && chosen.length === 1) {
      conditions.push(inCollection(source, ctx.store.id, only));
      ownOrder ??= collectionOrder(only);
      also(countedInCollection(ctx.store.id, only));
    } else {
      members = membersOf(source, ctx.store.id, chosen);
      also(null);
    }
  }
  return { conditions, members, ownOrder, counted };
}

function joined(one: Counted, other: Counted): Counted {
  return {
    conditions: [...one.conditions, ...other.conditions],
    inStock: one.inStock || other.inStock,
  };
}
