import type { ProductList, products } from "@vetrina/contract/products";
import { collectionOrder, inCollection } from "../collections/collection-rule.ts";
import { findCollections } from "../collections/find-collections.ts";
import type { Context } from "../../platform/context.ts";
import { joinSql, type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { translatedWords } from "../languages/translate.ts";
import { readCards } from "./cards.ts";
import { correctWords } from "./correct-words.ts";
import { chosenFrom, facetsToWire } from "./facets.ts";
import { type ListingInput, readListing } from "./listing.ts";
import { allProducts, publishedProducts } from "./read-product.ts";
import { searchWords } from "./search-terms.ts";

type Query = Omit<Input<typeof products.listProducts>, "linkStoreId">;

const deletedProducts = sql`(select * from shop.products where deleted_at is not null)`;
/** Fewer than these found: nearer words are looked for. */
const little = 3;

/** One page of a store's products with facets; who sees more gets drafts and archived ones too, and may ask for deleted. */
export async function listProducts(ctx: Context, query: Query): Promise<ProductList> {
  if (!ctx.seesMore) {
    if (query.isDeleted === true)
      throw new ApiFailure("FORBIDDEN", "Only the store's staff sees deleted products.");
    return list(ctx, ctx.catalogue, publishedProducts, query);
  }
  const source = query.isDeleted === true ? deletedProducts : allProducts;
  return ctx.tx((tx) => list(ctx, tx, source, query));
}

async function list(
  ctx: Context,
  from: Queryable,
  source: Sql,
  query: Query,
): Promise<ProductList> {
  const { store } = ctx;
  const { conditions, ownOrder } = await narrow(ctx, from, source, query);
  const searched = searchWords(query.name ?? "");
  const input: ListingInput = {
    source,
    storeId: store.id,
    currency: store.currency,
    conditions,
    ownOrder,
    search: searched.length === 0 ? null : { words: searched },
    chosen: chosenFrom(query),
    sort: query.sort,
    page: query.page,
    limit: query.limit,
  };
  const { listing, didYouMean } = await search(from, input);
  const words = await translatedWords(ctx, "OPTION", query.language);
  return {
    items: await readCards(ctx, from, source, listing.ids, query.language),
    page: query.page,
    limit: query.limit,
    total: listing.total,
    facets: facetsToWire(listing.facets, input.chosen, store, words),
    didYouMean,
  };
}

async function search(from: Queryable, input: ListingInput) {
  const listing = await readListing(from, input);
  const none = { listing, didYouMean: null };
  // Not "little": so few because of the facets chosen.
  const found = listing.facets
    .filter(({ facet }) => facet === "price")
    .reduce((sum, { count }) => sum + count, 0);
  if (input.search === null || Math.max(found, listing.total) >= little) return none;
  const { words } = input.search;
  const instead = await correctWords(from, input.storeId, words);
  if (instead.size === 0) return none;
  const nearer = await readListing(from, { ...input, search: { words, instead } });
  if (nearer.total <= listing.total) return none;
  const corrected = words.map((word) => instead.get(word) ?? word).join(" ");
  return { listing: nearer, didYouMean: listing.total === 0 ? corrected : null };
}

/** What the query asks for beside words and facets. Throws NOT_FOUND for a collection that is not there. */
async function narrow(
  ctx: Context,
  from: Queryable,
  source: Sql,
  query: Query,
): Promise<{ conditions: Sql[]; ownOrder: Sql | null }> {
  const conditions: Sql[] = [];
  if (query.slug !== undefined) conditions.push(sql`p.link = ${query.slug}`);
  if (query.sale === true) conditions.push(sql`p.regular_price_minor > p.price_minor`);
  let ownOrder: Sql | null = null;
  if (query.collection !== undefined) {
    const [collection] = await findCollections(from, ctx.store.id, { links: [query.collection] });
    if (collection === undefined) throw notFound("collection");
    conditions.push(inCollection(source, ctx.store.id, collection));
    ownOrder = collectionOrder(collection);
  }
  if (query.collectionIds !== undefined && query.collectionIds.length > 0) {
    const chosen = await findCollections(from, ctx.store.id, { ids: query.collectionIds });
    const inAny = chosen.map((collection) => inCollection(source, ctx.store.id, collection));
    conditions.push(inAny.length === 0 ? sql`false` : sql`(${joinSql(inAny, " or ")})`);
    const [only] = chosen;
    if (only !== undefined && chosen.length === 1) ownOrder ??= collectionOrder(only);
  }
  return { conditions, ownOrder };
}
