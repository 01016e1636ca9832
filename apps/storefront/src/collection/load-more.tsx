import { buttonClass } from "@vetrina/ui/button";
import { Progress } from "@vetrina/ui/progress";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { firstOfSheet, lastPage, pageSize } from "./listing-pages.ts";
import { listingSearch, type ListingState } from "./listing-state.ts";
import { grouped, itemCount } from "../lib/item-count.ts";

type LoadMoreProps = {
  state: ListingState;
  /** The number of products before the first one on this page. */
  before: number;
  /** The number of products on this page. */
  shown: number;
  total: number;
  busy: boolean;
};

/** The number of products seen so far, and a link to load more. Focus moves to the first product added below. */
export function LoadMore({ state, before, shown, total, busy }: LoadMoreProps) {
  const { pathname } = useLocation();
  const requested = useRef<number | null>(null);
  const seen = before + shown;
  const address = (page: number) => pathname + listingSearch({ ...state, page });
  const next = state.page + 1;
  const sameSheet = firstOfSheet(next) === firstOfSheet(state.page);

  useEffect(() => {
    const from = requested.current;
    if (from === null || from >= shown) return;
    requested.current = null;
    const links = document.querySelectorAll<HTMLElement>("#products article :is(h2, h3) a");
    links[from]?.focus({ preventScroll: true });
  }, [shown]);

  if (total === 0) return null;
  return (
    <nav aria-label="More items" className="mx-auto mt-14 grid w-full max-w-96 gap-4 text-center">
      <p className="text-small digits">
        {before > 0 ? `${grouped(before + 1)}-${grouped(seen)}` : grouped(seen)} of{" "}
        {itemCount(total)}
      </p>
      <Progress label="Shown so far" value={seen} max={total} />
      {state.page < lastPage(total) ? (
        <Link
          rel="next"
          to={address(next)}
          replace={sameSheet}
          preventScrollReset={sameSheet}
          onClick={() => {
            if (sameSheet) requested.current = shown;
          }}
          className={buttonClass({ variant: "secondary", size: "cta" })}
        >
          {busy ? "Loading…" : `Load ${Math.min(pageSize, total - seen)} more`}
        </Link>
      ) : null}
      {before > 0 ? (
        <Link
          rel="prev"
          to={address(before / pageSize)}
          className="text-link mx-auto flex min-h-target items-center text-small"
        >
          Previous items
        </Link>
      ) : null}
    </nav>
  );
}
