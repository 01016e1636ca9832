import type { RefObject } from "react";
import { Link, useLocation } from "react-router";
import { CloseIcon } from "../lib/icons.tsx";
import type { Chip } from "./facet-choices.ts";
import { cleared, listingSearch, type ListingState } from "./listing-state.ts";

/**
 * The chosen filters as chips. When one is removed, focus moves to the product count. Loaded lazily, when a filter is
 * chosen.
 */
export default function Chips({
  state,
  chips,
  focusAfter,
}: {
  state: ListingState;
  chips: readonly Chip[];
  focusAfter: RefObject<HTMLElement | null>;
}) {
  const { pathname } = useLocation();
  const to = (rest: ListingState) => ({
    to: pathname + listingSearch(rest),
    preventScrollReset: true,
    onClick: () => focusAfter.current?.focus({ preventScroll: true }),
  });
  return (
    <ul aria-label="Chosen filters" className="flex flex-wrap items-center gap-2">
      {chips.map(({ facet, value, label, rest }) => (
        <li key={`${facet}-${value}`}>
          <Link
            {...to(rest)}
            className="flex min-h-target items-center gap-2 border border-edge bg-white ps-3 pe-2 text-small hover:border-ink"
          >
            <span className="sr-only">Remove </span>
            {label}
            <span className="scale-60">
              <CloseIcon />
            </span>
          </Link>
        </li>
      ))}
      <li>
        <Link
          {...to(cleared(state))}
          className="text-link flex min-h-target items-center px-2 text-small"
        >
          Clear all
        </Link>
      </li>
    </ul>
  );
}
