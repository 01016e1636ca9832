import { collectionPath } from "@vetrina/commerce/shop-paths";
import type { ProductSort } from "@vetrina/contract/catalogue/product-inputs";
import { Suspense, useMemo } from "react";
import { redirect } from "react-router";
import { appliedChips, unpackChoices } from "../collection/facet-choices.ts";
import { ListingGrid } from "../collection/listing-grid.tsx";
import { ListingHeader } from "../collection/listing-header.tsx";
import { lastPage } from "../collection/listing-pages.ts";
import { isNarrowed, listingSearch, parseListing, without } from "../collection/listing-state.ts";
import { loadListing } from "../collection/load-listing.ts";
import { LoadMore } from "../collection/load-more.tsx";
import { type Place, placeOf } from "../collection/places.ts";
import { Toolbar } from "../collection/toolbar.tsx";
import { useListingForm } from "../collection/use-listing-form.ts";
import { unpackCards } from "../cards/packed-cards.ts";
import { breadcrumbs, pageMeta } from "../lib/seo.ts";
import { isRootData } from "../lib/store.ts";
import { whenNeeded } from "../lib/when-needed.ts";
import type { Route } from "./+types/collection";

const Filters = whenNeeded(() => import("../collection/filters.tsx"));
const EmptyListing = whenNeeded(() => import("../collection/empty-listing.tsx"));

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const linked = url.searchParams.get("link");
  if (url.pathname === "/collection" && linked) {
    const rest = listingSearch(parseListing(url.searchParams));
    throw redirect(collectionPath(linked) + rest, 301);
  }
  const place = placeOf(url.pathname, params.link);
  const requested = parseListing(url.searchParams);
  const state = { ...stateFor(place, requested), page: requested.page };
  return loadListing(context, place, state);
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: "Not found" }];
  const { place, state, title, description, total } = loaderData;
  const root = matches[0].loaderData;
  const origin = isRootData(root) ? root.origin : "";
  const searched = place.kind === "search";
  const narrowed = isNarrowed(state);
  const [first] = unpackCards(loaderData.items);
  const address = (page: number) => `${origin}${place.path}${listingSearch({ ...state, page })}`;
  const trail = [
    { name: "Home", path: "/" },
    ...(place.kind === "collection" ? [{ name: "Collections", path: "/collections" }] : []),
    { name: title, path: place.path },
  ];
  return [
    ...pageMeta(matches, {
      title: searched && state.name ? `Results for “${state.name}”` : title,
      ...(description ? { description } : {}),
      path: place.path,
      image: first?.images[0]?.url,
      noIndex: searched || narrowed || total === 0,
      jsonLd: searched ? [] : [breadcrumbs(origin, trail)],
    }),
    // Filtered and sorted lists have the plain list as their canonical URL.
    ...(narrowed && !searched
      ? [{ tagName: "link", rel: "canonical", href: origin + place.path }]
      : []),
    ...(state.page > 1 ? [{ tagName: "link", rel: "prev", href: address(state.page - 1) }] : []),
    ...(state.page < lastPage(total)
      ? [{ tagName: "link", rel: "next", href: address(state.page + 1) }]
      : []),
  ];
}

export default function CollectionPage({ loaderData }: Route.ComponentProps) {
  const { place, state, facets, items, before, total, editorial, title, banner } = loaderData;
  const { shown, busy, change, takeOver } = useListingForm(state, defaultSort(place));
  const products = useMemo(() => unpackCards(items), [items]);
  const groups = unpackChoices(facets, shown);
  const bare = total === 0 && !isNarrowed(state);
  return (
    <>
      <ListingHeader listing={loaderData} />
      {bare ? (
        <div className="sheet">
          <Suspense fallback={null}>
            <EmptyListing listing={loaderData} />
          </Suspense>
        </div>
      ) : (
        <div className="sheet gap-8 lg:grid lg:grid-cols-[auto_minmax(0,1fr)] xl:gap-12">
          <Suspense fallback={<div className="lg:w-60 xl:w-64" />}>
            <Filters
              groups={groups}
              state={shown}
              total={total}
              change={change}
              takeOver={takeOver}
            />
          </Suspense>
          {/* A list that is shorter than the filters stays in view while they are scrolled. */}
          <section aria-label="Products" className="lg:sticky lg:top-24 lg:self-start">
            <Toolbar
              state={shown}
              chips={appliedChips(groups, shown)}
              total={total}
              busy={busy}
              sorts={sortsOf(place)}
              change={change}
            />
            {total === 0 ? (
              <Suspense fallback={null}>
                <EmptyListing listing={loaderData} />
              </Suspense>
            ) : (
              <ListingGrid
                products={products}
                editorial={editorial}
                label={title}
                eager={banner === null}
                heading={banner === null ? "h2" : "h3"}
              />
            )}
            <LoadMore
              state={state}
              before={before}
              shown={products.length}
              total={total}
              busy={busy}
            />
          </section>
        </div>
      )}
    </>
  );
}

// Removes what the path already determines: the category on /dresses, the department on a department's list, and the
// default sort order. Also removes a search text, except on the search page.
function stateFor(place: Place, state: ReturnType<typeof parseListing>) {
  const named = {
    ...state,
    name: place.kind === "search" ? state.name : "",
    sort: state.sort === defaultSort(place) ? null : state.sort,
  };
  return place.kind === "category" || place.kind === "department"
    ? without(named, place.kind)
    : named;
}

// The sort order if the shopper chooses none. null for lists with their own order: a collection has the order set by
// staff, and a search lists the best matches first.
function defaultSort({ kind }: Place): ProductSort | null {
  return kind === "search" || kind === "collection" ? null : "newest";
}

function sortsOf(place: Place) {
  const own = { value: "", label: place.kind === "search" ? "Best match" : "Featured" };
  return defaultSort(place) === null ? [own, ...sorts] : sorts;
}

const sorts = [
  { value: "newest", label: "Newest" },
  { value: "price-low", label: "Price: low to high" },
  { value: "price-high", label: "Price: high to low" },
  { value: "name", label: "Name" },
];
