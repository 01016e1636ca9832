import { buttonClass } from "@vetrina/ui/button";
import { Link } from "react-router";
import { SearchBox } from "../search/search-box.tsx";

/** Shown for unknown URLs: says what happened, and offers a search and links. */
export function NotFoundPage() {
  return (
    <section className="sheet grid gap-8 py-16 lg:grid-cols-[3fr_2fr] lg:items-end lg:py-24">
      <div>
        <p className="text-small text-graphite">404</p>
        <h1 className="display mt-2 text-hero">Page not found</h1>
      </div>
      <div className="grid gap-6">
        <p className="max-w-measure text-lead">
          This page doesn't exist. It may have moved, or the address may be misspelled.
        </p>
        <SearchBox id="not-found-search" />
        <div className="flex flex-wrap gap-3">
          <Link to="/" className={buttonClass()}>
            Back to Home
          </Link>
          <Link to="/new-arrivals" className={buttonClass({ variant: "secondary" })}>
            See what's new
          </Link>
        </div>
      </div>
    </section>
  );
}
