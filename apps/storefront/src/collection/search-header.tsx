import { Link } from "react-router";
import { SearchBox } from "../search/search-box.tsx";
import type { Listing } from "./load-listing.ts";

/**
 * What was searched for, with a field to search again. Loaded lazily (a default export), because other lists don't need
 * it.
 */
export default function SearchHeader({ listing }: { listing: Listing }) {
  const { state, didYouMean, total } = listing;
  const corrected = total > 0 ? didYouMean : null;
  const searched = corrected ?? state.name;
  return (
    <header className="sheet grid gap-6 pt-8 pb-6 lg:pt-12 lg:pb-10">
      <h1 className="display text-h1 [overflow-wrap:anywhere]">
        {searched ? `Results for “${searched}”` : "Search"}
      </h1>
      {corrected ? (
        <p className="text-lead [overflow-wrap:anywhere]">
          No results for “{state.name}”. Showing results for{" "}
          <Link
            to={`/search?name=${encodeURIComponent(corrected)}`}
            className="text-link font-medium"
          >
            “{corrected}”
          </Link>
          .
        </p>
      ) : null}
      <SearchBox key={state.name} id="page-search" value={state.name} className="max-w-measure" />
    </header>
  );
}
