import { Button } from "@vetrina/ui/button";
import { type ChangeEvent, useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { CloseIcon } from "../lib/icons.tsx";
import type { FacetChoices } from "./facet-choices.ts";
import { FilterGroups } from "./filter-groups.tsx";
import { cleared, countChosen, listingSearch, type ListingState } from "./listing-state.ts";
import { useTray } from "./use-tray.ts";
import { filterFormId, trayId } from "./use-listing-form.ts";
import { itemCount } from "../lib/item-count.ts";

type FiltersProps = {
  groups: readonly FacetChoices[];
  state: ListingState;
  total: number;
  change: (event: ChangeEvent<HTMLInputElement>) => void;
  /** Called once, with the form, when the filters are hydrated. */
  takeOver: (form: HTMLFormElement) => void;
};

/**
 * The filters as one form: next to the list on wide screens, in a full-height tray on small ones. The tray is a
 * popover, so it opens without JavaScript, and its Show button then submits the form. A default export, because it is
 * loaded lazily, after the list.
 */
export default function Filters({ groups, state, total, change, takeOver }: FiltersProps) {
  const { pathname } = useLocation();
  const { ref, submit } = useTray();
  const form = useRef<HTMLFormElement>(null);
  const chosen = countChosen(state);
  useEffect(() => {
    if (form.current) takeOver(form.current);
    // Runs once, on hydration.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <div ref={ref} id={trayId} popover="auto" className="filters">
      <div className="flex h-16 shrink-0 items-center justify-between border-b border-line ps-gutter pe-2 lg:hidden">
        <h2 className="display text-h3">Filters</h2>
        <button
          type="button"
          popoverTarget={trayId}
          popoverTargetAction="hide"
          aria-label="Close filters"
          className="flex size-target items-center justify-center"
        >
          <CloseIcon />
        </button>
      </div>
      <form
        ref={form}
        id={filterFormId}
        method="get"
        action={pathname}
        aria-label="Filters"
        onSubmit={submit}
        className="flex min-h-0 grow flex-col"
      >
        {state.name ? <input type="hidden" name="name" value={state.name} /> : null}
        <div className="grow overflow-y-auto overscroll-contain px-gutter max-lg:pb-6 lg:overflow-visible lg:px-1">
          <FilterGroups groups={groups} state={state} change={change} />
          <noscript>
            <Button type="submit" variant="secondary" className="mt-6 w-full max-lg:hidden">
              Show results
            </Button>
          </noscript>
        </div>
        <div className="flex shrink-0 items-center gap-3 border-t border-line bg-paper px-gutter py-3 lg:hidden">
          {chosen > 0 ? (
            <Link
              to={pathname + listingSearch(cleared(state))}
              replace
              preventScrollReset
              className="text-link flex min-h-target items-center px-2 text-small"
            >
              Clear all
            </Link>
          ) : null}
          <Button type="submit" size="cta" className="grow">
            {showLabel(total)}
          </Button>
        </div>
      </form>
    </div>
  );
}

function showLabel(total: number): string {
  if (total === 0) return "No results";
  return `Show ${itemCount(total)}`;
}
