import { Button } from "@vetrina/ui/button";
import { classNames } from "@vetrina/ui/class-names";
import type { ChangeEvent } from "react";
import { Link, useLocation } from "react-router";
import { CloseIcon } from "../lib/icons.tsx";
import type { FacetChoices } from "./facet-choices.ts";
import { FilterGroups } from "./filter-groups.tsx";
import { cleared, countChosen, listingSearch, type ListingState } from "./listing-state.ts";
import { useTray } from "./use-tray.ts";
import { filterFormId } from "./use-listing-form.ts";
import { itemCount } from "../lib/item-count.ts";

export const trayId = "filters";

type FiltersProps = {
  groups: readonly FacetChoices[];
  state: ListingState;
  total: number;
  change: (event: ChangeEvent<HTMLInputElement>) => void;
};

/**
 * One form: next to the list on wide screens, a full-height tray on small ones. The tray is a popover, so that it
 * opens without JavaScript. Without it, the Show button submits the form.
 */
export function Filters({ groups, state, total, change }: FiltersProps) {
  const { pathname } = useLocation();
  const { ref, submit } = useTray();
  const chosen = countChosen(state);
  return (
    <div
      ref={ref}
      id={trayId}
      popover="auto"
      className={classNames(
        "m-0 border-0 bg-paper p-0 text-ink",
        "open:flex open:flex-col max-lg:fixed max-lg:inset-0 max-lg:h-dvh max-lg:max-h-none max-lg:w-full max-lg:max-w-none",
        "lg:static lg:block lg:w-60 lg:self-start lg:overflow-visible lg:bg-transparent xl:w-64",
      )}
    >
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
