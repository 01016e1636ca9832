import { classNames } from "@vetrina/ui/class-names";
import { type ChangeEvent, Suspense, useRef } from "react";
import type { Chip } from "./facet-choices.ts";
import { countChosen, type ListingState } from "./listing-state.ts";
import { filterFormId, trayId } from "./use-listing-form.ts";
import { itemCount } from "../lib/item-count.ts";
import { whenNeeded } from "../lib/when-needed.ts";

const Chips = whenNeeded(() => import("./chips.tsx"));

export type SortOption = { value: string; label: string };

type ToolbarProps = {
  state: ListingState;
  chips: readonly Chip[];
  total: number;
  busy: boolean;
  /** The sort orders that can be chosen. The list's own order comes first, if it has one. */
  sorts: readonly SortOption[];
  change: (event: ChangeEvent<HTMLSelectElement>) => void;
};

/** The number of products, the sort order, and the filters button. */
export function Toolbar({ state, chips, total, busy, sorts, change }: ToolbarProps) {
  const count = useRef<HTMLOutputElement>(null);
  const chosen = countChosen(state);
  return (
    <div className="grid gap-3 pb-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-lg:border-y max-lg:border-line max-lg:py-1">
        <button
          type="button"
          popoverTarget={trayId}
          className="flex min-h-target items-center gap-2 pe-4 text-small font-medium lg:hidden"
        >
          <FilterIcon />
          Filter{chosen > 0 ? ` (${chosen})` : ""}
        </button>
        <output
          ref={count}
          tabIndex={-1}
          aria-busy={busy}
          className={classNames(
            "text-small digits outline-none max-lg:order-last max-lg:w-full max-lg:pb-2",
            busy && "text-graphite",
          )}
        >
          {itemCount(total)}
        </output>
        <div className="flex items-center gap-2">
          <label htmlFor="sort" className="text-small text-graphite">
            Sort
          </label>
          <select
            id="sort"
            name="sort"
            form={filterFormId}
            value={state.sort ?? sorts[0]?.value ?? ""}
            onChange={change}
            className="min-h-target max-w-44 bg-transparent pe-1 text-small font-medium"
          >
            {sorts.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <noscript>
            <button type="submit" form={filterFormId} className="text-link min-h-target text-small">
              Sort
            </button>
          </noscript>
        </div>
      </div>
      {chips.length > 0 ? (
        <Suspense fallback={<div className="h-target" />}>
          <Chips state={state} chips={chips} focusAfter={count} />
        </Suspense>
      ) : null}
    </div>
  );
}

function FilterIcon() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      className="size-5"
    >
      <path d="M2 6h9m5 0h2M2 14h2m5 0h9M13.5 3.5v5M6.5 11.5v5" />
    </svg>
  );
}
