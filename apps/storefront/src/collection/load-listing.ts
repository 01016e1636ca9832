import { collectionPath } from "@vetrina/commerce/shop-paths";
import { isApiError } from "@vetrina/client/api-error";
import type { Client } from "@vetrina/client/types";
import type { Collection } from "@vetrina/contract/catalogue/collections";
import type { ProductListQuery } from "@vetrina/contract/catalogue/product-inputs";
import type { ProductCard } from "@vetrina/contract/catalogue/products";
import type { Store } from "@vetrina/contract/stores/stores";
import { data, redirect, type RouterContextProvider } from "react-router";
import { packCards } from "../cards/packed-cards.ts";
import { fitsOnPage, shownCards } from "../cards/shown-cards.ts";
import { clientContext, storeContext, tagsContext } from "../lib/context.ts";
import { nullIfMissing } from "../lib/query/null-if-missing.ts";
import { facetChoices, packChoices, sellsClothes, soldDepartments } from "./facet-choices.ts";
import { callFor, callForPageAlone, lastPage, pageSize } from "./listing-pages.ts";
import { isNarrowed, type ListingState, listingSearch } from "./listing-state.ts";
import { type Place } from "./places.ts";

/** Number of products shown when a list is empty. */
const popularCount = 4;
/** Number of newest products from which the popular ones are selected. */
const popularAmong = 24;

export type Listing = Awaited<ReturnType<typeof loadListing>>;

/**
 * Loads everything a list's page shows. Throws 404 if the path's collection is unknown and the path has no other list
 * to show. Redirects from a collection's former link and, if there are products, from a page beyond the last one.
 */
export async function loadListing(
  context: Readonly<RouterContextProvider>,
  place: Place,
  state: ListingState,
) {
  const client = context.get(clientContext);
  const store = context.get(storeContext);
  const collection = await findCollection(client, store, place);
  if (place.kind === "collection" && collection !== null && collection.link !== place.collection)
    throw redirect(collectionPath(collection.link) + listingSearch(state), 301);
  const scope = scopeOf(place, collection);
  const [list, shop] = await Promise.all([
    readPages(client, store, scope, state),
    client.products.listProducts({ linkStoreId: store.id, limit: 1 }),
  ]);
  if (list.total > 0 && state.page > lastPage(list.total))
    throw redirect(place.path + listingSearch({ ...state, page: lastPage(list.total) }));
  const empty = list.total === 0;
  const tags = context.get(tagsContext).add("catalogue");
  if (place.collection !== null) tags.add(`collection:${place.collection}`);
  for (const { id } of list.items) tags.add(`product:${id}`);
  return {
    place,
    state,
    title: collection?.name ?? place.title,
    description: collection?.description ?? null,
    ...list,
    items: packCards(shownCards(list.items)),
    facets: packChoices(
      facetChoices(list.facets, state, sellsClothes(shop.facets)).filter(
        ({ name }) => name !== place.kind,
      ),
    ),
    editorial:
      place.kind === "search" || isNarrowed(state)
        ? []
        : store.home.editorial.slice(0, 2).map(listEditorial),
    banner:
      place.kind === "all" && store.season !== null
        ? { season: store.season, scene: store.home.banner?.scene ?? null }
        : null,
    isOpen: shop.total > 0,
    departments: soldDepartments(shop.facets),
    ...(empty ? await waysOn(client, store) : { popular: [], collections: [] }),
  };
}

/**
 * The parts of an editorial block that a list shows. Only the home page shows the block's text and uses its picture's
 * alternative text.
 */
function listEditorial({ headline, action, picture }: Store["home"]["editorial"][number]) {
  return { headline, action, picture: picture && { ...picture, alt: "" } };
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
    const none = nullIfMissing(error);
    if (place.otherwise === null) throw data(none, { status: 404 });
    return none;
  }
}

// The sale page always lists the items on sale now, even if a collection has the same name.
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
  const query = queryOf(scope, state);
  const read = async ({ call, before, take }: ReturnType<typeof callFor>) => {
    const list = await client.products.listProducts({ linkStoreId: store.id, ...query, ...call });
    const { items, total, facets, didYouMean, maxDiscountPercent } = list;
    return { items: items.slice(0, take), before, total, facets, didYouMean, maxDiscountPercent };
  };
  const call = callFor(state.page);
  try {
    const list = await read(call);
    if (call.take === pageSize || fitsOnPage(list.items)) return list;
    const earlier = call.take - pageSize;
    return { ...list, items: list.items.slice(earlier), before: call.before + earlier };
  } catch (error) {
    // The products of all pages shown have too much text for one response, so only the requested page is loaded.
    if (!isApiError(error, "VALIDATION_FAILED") || call.take === pageSize) throw error;
    return read(callForPageAlone(state.page));
  }
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

/** Loads the alternatives that an empty list offers: the most reviewed of the newest products, and some collections. */
async function waysOn(client: Client, store: Store) {
  const [{ items }, collections] = await Promise.all([
    client.products.listProducts({ linkStoreId: store.id, limit: popularAmong }),
    client.collections.listCollections({ storeId: store.id, limit: 12 }),
  ]);
  return {
    popular: shownCards(mostReviewed(items, popularCount)),
    collections: collections.items.filter(({ productCount }) => productCount > 0),
  };
}

/** The most reviewed products that can be bought. Equally reviewed ones keep their order. */
export function mostReviewed<T extends Pick<ProductCard, "rating" | "stockLabel">>(
  items: readonly T[],
  count: number,
): T[] {
  return items
    .filter(({ stockLabel }) => stockLabel !== "sold-out")
    .toSorted((a, b) => b.rating.count - a.rating.count)
    .slice(0, count);
}
