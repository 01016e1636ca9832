import { collectionPath } from "@vetrina/commerce/shop-paths";
import { isApiError } from "@vetrina/client/api-error";
import type { Client } from "@vetrina/client/types";
import { discountPercent } from "@vetrina/commerce/variants";
import type { Collection } from "@vetrina/contract/collections";
import type { ProductListQuery } from "@vetrina/contract/product-inputs";
import type { ProductCard } from "@vetrina/contract/products";
import type { Store } from "@vetrina/contract/stores";
import { data, redirect } from "react-router";
import { shownCards } from "../lib/shown-cards.ts";
import { sellsClothes } from "./facet-choices.ts";
import { callsFor, lastPage } from "./listing-pages.ts";
import { isNarrowed, type ListingState, listingSearch } from "./listing-state.ts";
import { type Place } from "./places.ts";

/** Pieces shown where a list is empty. */
const popularCount = 4;
/** Pieces of a sale that are looked at for its deepest cut: five calls. */
const saleCalls = 5;

export type Listing = Awaited<ReturnType<typeof loadListing>>;

/** Everything a list's page shows. Throws 404 for a collection that is not there, and leads back from beyond the last page. */
export async function loadListing(client: Client, store: Store, place: Place, state: ListingState) {
  const collection = await findCollection(client, store, place);
  if (place.kind === "collection" && collection !== null && collection.link !== place.collection)
    throw redirect(collectionPath(collection.link) + listingSearch(state), 301);
  const scope = scopeOf(place, collection);
  const [list, deepestCut, shop] = await Promise.all([
    readPages(client, store, scope, state),
    place.kind === "sale" ? findDeepestCut(client, store, scope) : null,
    client.products.listProducts({ linkStoreId: store.id, limit: 1 }),
  ]);
  if (list.total > 0 && state.page > lastPage(list.total))
    throw redirect(place.path + listingSearch({ ...state, page: lastPage(list.total) }));
  const empty = list.total === 0;
  return {
    place,
    state,
    title: collection?.name ?? place.title,
    description: collection?.description ?? null,
    ...list,
    deepestCut,
    editorial: place.kind === "search" || isNarrowed(state) ? [] : store.home.editorial.slice(0, 2),
    banner:
      place.kind === "all" && store.season !== null
        ? { season: store.season, scene: store.home.banner?.scene ?? null }
        : null,
    sellsClothes: sellsClothes(shop.facets),
    isOpen: shop.total > 0,
    ...(empty ? await waysOn(client, store) : { popular: [], collections: [] }),
  };
}

async function findCollection(
  client: Client,
  store: Store,
  place: Place,
): Promise<Collection | null> {
  if (place.collection === null) return null;
  try {
    return await client.collections.getCollection({ storeId: store.id, link: place.collection });
  } catch (error) {
    if (!isApiError(error) || error.statusCode >= 500) throw error;
    if (place.otherwise === null) throw data(null, { status: 404 });
    return null;
  }
}

// The sale is what is reduced now, whatever a collection of that name holds.
function scopeOf(place: Place, collection: Collection | null): Partial<ProductListQuery> {
  if (place.kind === "sale") return place.otherwise ?? {};
  return collection === null ? (place.otherwise ?? {}) : { collection: collection.link };
}

async function readPages(
  client: Client,
  store: Store,
  scope: Partial<ProductListQuery>,
  state: ListingState,
) {
  const { calls, before, take } = callsFor(state.page);
  const query = queryOf(scope, state);
  const lists = await Promise.all(
    calls.map((call) => client.products.listProducts({ linkStoreId: store.id, ...query, ...call })),
  );
  const [first] = lists;
  const cards = lists.flatMap(({ items }) => items).slice(0, take);
  return {
    items: shownCards(cards),
    before,
    total: first?.total ?? 0,
    facets: first?.facets ?? [],
    didYouMean: first?.didYouMean ?? null,
  };
}

function queryOf(scope: Partial<ProductListQuery>, state: ListingState) {
  const { name, sort } = state;
  const chosen = Object.fromEntries(
    Object.entries(state.chosen)
      .filter(([, values]) => values.length > 0)
      .map(([facet, values]) => [facet, [...values]]),
  );
  return { ...scope, ...chosen, ...(name ? { name } : {}), ...(sort ? { sort } : {}) };
}

/** The highest percentage off in the sale, over up to 500 pieces; null where nothing is reduced. */
async function findDeepestCut(
  client: Client,
  store: Store,
  scope: Partial<ProductListQuery>,
): Promise<number | null> {
  const page = (page: number) =>
    client.products.listProducts({ linkStoreId: store.id, ...scope, page, limit: 100 });
  const first = await page(1);
  const more = Math.min(Math.ceil(first.total / 100), saleCalls) - 1;
  const others = await Promise.all(
    Array.from({ length: Math.max(0, more) }, (_, index) => page(index + 2)),
  );
  return deepestCut([first, ...others].flatMap(({ items }) => items));
}

/** The highest rounded percentage off a regular price; null where none is reduced. */
export function deepestCut(
  items: readonly Pick<ProductCard, "price" | "regularPrice">[],
): number | null {
  const cuts = items.map(({ price, regularPrice }) => discountPercent(price, regularPrice) ?? 0);
  return Math.max(0, ...cuts) || null;
}

/** What an empty list offers: the pieces most people have written about, and every collection. */
async function waysOn(client: Client, store: Store) {
  const [{ items }, collections] = await Promise.all([
    client.products.listProducts({ linkStoreId: store.id, limit: 100 }),
    client.collections.listCollections({ storeId: store.id, limit: 12 }),
  ]);
  return {
    popular: shownCards(mostReviewed(items, popularCount)),
    collections: collections.items.filter(({ productCount }) => productCount > 0),
  };
}

/** The pieces with most reviews that can be bought, the newest first among equals. */
export function mostReviewed<T extends Pick<ProductCard, "rating" | "stockLabel">>(
  items: readonly T[],
  count: number,
): T[] {
  return items
    .filter(({ stockLabel }) => stockLabel !== "sold-out")
    .toSorted((a, b) => b.rating.count - a.rating.count)
    .slice(0, count);
}
