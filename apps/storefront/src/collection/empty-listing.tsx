import { collectionPath } from "@vetrina/commerce/shop-paths";
import { buttonClass } from "@vetrina/ui/button";
import { EmptyState } from "@vetrina/ui/empty-state";
import { Link, useLocation } from "react-router";
import { ProductGrid } from "../components/product-grid.tsx";
import { cleared, countChosen, listingSearch } from "./listing-state.ts";
import type { Listing } from "./load-listing.ts";

/** Nothing was found: why, what to undo, and other ways into the shop. */
export function EmptyListing({ listing }: { listing: Listing }) {
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
              See all pieces
            </Link>
          ) : (
            <Link to="/coming-soon" className={buttonClass()}>
              Hear when we open
            </Link>
          )
        }
      />
      {collections.length > 0 ? (
        <nav aria-labelledby="other-collections">
          <h2 id="other-collections" className="display mb-4 text-h3">
            Other rails
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
            Popular pieces
          </h2>
          <ProductGrid products={popular} label="Popular pieces" />
        </section>
      ) : null}
    </div>
  );
}

const openingSoon = { title: "Opening soon", text: "Our first items are on their way." };

function wordsOf({ place, state, title }: Listing): { title: string; text: string } {
  if (countChosen(state) > 0)
    return {
      title: "Nothing fits all of that",
      text: "Take away a filter or two: one size more, or one color.",
    };
  if (place.kind === "search")
    return state.name
      ? {
          title: "No piece of that name",
          text: "Try fewer words, or what it is rather than what it is called: coat, knit, belt.",
        }
      : { title: "What are you looking for?", text: "Write a piece, a cloth or a color above." };
  if (place.kind === "sale")
    return { title: "Nothing is reduced", text: "At present every piece costs what it costs." };
  return {
    title: "An empty rail",
    text: `There is nothing under ${title} in this shop at present.`,
  };
}

/** Hangers without clothes, as the tailor's drawing. */
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
