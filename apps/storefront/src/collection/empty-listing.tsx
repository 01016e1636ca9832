import { collectionPath } from "@vetrina/commerce/shop-paths";
import { buttonClass } from "@vetrina/ui/button";
import { EmptyState } from "@vetrina/ui/empty-state";
import { Link, useLocation } from "react-router";
import { ProductGrid } from "../cards/product-grid.tsx";
import { cleared, countChosen, listingSearch } from "./listing-state.ts";
import type { Listing } from "./load-listing.ts";

/**
 * An empty list: the reason, filters to remove, and other links. Loaded lazily (a default export), because most lists
 * have products.
 */
export default function EmptyListing({ listing }: { listing: Listing }) {
  const { pathname } = useLocation();
  const { state, popular, collections, isOpen } = listing;
  const filtered = countChosen(state) > 0;
  const { title, text } = isOpen || filtered ? wordsOf(listing) : openingSoon;
  return (
    <div className="grid gap-16">
      <EmptyState
        title={title}
        text={text}
        drawing={<Rail />}
        action={
          filtered ? (
            <Link to={pathname + listingSearch(cleared(state))} replace className={buttonClass()}>
              Clear filters
            </Link>
          ) : isOpen ? (
            <Link to="/collection" className={buttonClass()}>
              See all items
            </Link>
          ) : (
            <Link to="/coming-soon" className={buttonClass()}>
              Notify me when you open
            </Link>
          )
        }
      />
      {collections.length > 0 ? (
        <nav aria-labelledby="other-collections">
          <h2 id="other-collections" className="display mb-4 text-h3">
            {listing.place.kind === "search" ? "Collections" : "Other collections"}
          </h2>
          <ul className="flex flex-wrap gap-2">
            {collections.map(({ link, name }) => (
              <li key={link}>
                <Link
                  to={collectionPath(link)}
                  className={buttonClass({ variant: "secondary", size: "target" })}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      {popular.length > 0 ? (
        <section aria-labelledby="popular">
          <h2 id="popular" className="display mb-6 text-h2">
            Popular items
          </h2>
          <ProductGrid products={popular} label="Popular items" />
        </section>
      ) : null}
    </div>
  );
}

const openingSoon = { title: "Opening soon", text: "Our first items are on their way." };

function wordsOf({ place, state, title }: Listing): { title: string; text: string } {
  if (countChosen(state) > 0)
    return {
      title: "No items match all your filters",
      text: "Remove a filter, or choose more sizes or colors.",
    };
  if (place.kind === "search")
    return state.name
      ? {
          title: "No results",
          text: "Search by product, fabric or color.",
        }
      : { title: "What are you looking for?", text: "Search by product, fabric or color." };
  if (place.kind === "sale")
    return {
      title: "No items are on sale right now",
      text: "Check back soon, or see what is new.",
    };
  return {
    title: "No items here yet",
    text: `There are no items in ${title} right now.`,
  };
}

/** Empty hangers, as a technical drawing. */
function Rail() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 160 100"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <path d="M6 20h148M16 20v76M144 20v76M6 96h20M134 96h20" />
      {[48, 80, 112].map((x) => (
        <path key={x} d={`M${x} 30v-6a4 4 0 1 1 4-4M${x} 30 ${x - 20} 46v4h40v-4z`} />
      ))}
    </svg>
  );
}
