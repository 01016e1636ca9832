import type { ProductSort } from "@vetrina/contract/catalogue/product-inputs";
import { type ChangeEvent, useRef, useState } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router";
import { listingSearch, type ListingState, parseListing } from "./listing-state.ts";

export const filterFormId = "filters-form";
/** The id of the tray that contains the filter form. */
export const trayId = "filters";

/**
 * Returns the state that the form shows: the new choice until its list is loaded, then the URL's state. `defaultSort`:
 * the list's order if no order is chosen. Attach `change` to each control, and call `takeOver` once the filters are
 * hydrated. Without JavaScript, the form's own button submits it.
 */
export function useListingForm(state: ListingState, defaultSort: ProductSort | null) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const own = listingSearch(state);
  const isAlive = useRef(false);
  /** The last choice, whose list may still be loading. */
  const requested = useRef<ListingState | null>(null);
  const [draft, setDraft] = useState<{ over: string; state: ListingState } | null>(null);
  // Discards a choice that was made in another list. Otherwise, going back to that list would show the choice again.
  if (draft !== null && draft.over !== own) setDraft(null);
  const shown = draft?.over === own ? draft.state : state;

  function stateOf(form: HTMLFormElement): ListingState {
    const written = formState(form);
    return { ...written, sort: written.sort === defaultSort ? null : written.sort };
  }

  /**
   * Navigates to the chosen state. The browser's Back button undoes that, unless `completes` is true, for a choice made
   * before the page was hydrated.
   */
  function show(chosen: ListingState, completes = false) {
    const next = { ...chosen, name: state.name };
    requested.current = next;
    // Not before the filters are hydrated, because this urgent update would replace their HTML with the fallback.
    if (isAlive.current) setDraft({ over: own, state: next });
    void navigate(pathname + listingSearch(next), { replace: completes, preventScrollReset: true });
  }

  /**
   * Applies the checkboxes that were ticked before the filters were hydrated, because React's state doesn't include
   * them. Takes an earlier choice of sort order from `requested`, because React resets the select until the list is
   * loaded.
   */
  function takeOver(form: HTMLFormElement) {
    isAlive.current = true;
    const inForm = stateOf(form);
    const taken = { ...inForm, sort: requested.current?.sort ?? inForm.sort };
    if (filtersOf(taken) !== filtersOf(state)) show(taken, true);
  }

  const change = (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
    if (event.currentTarget.form) show(stateOf(event.currentTarget.form));
  };
  return {
    shown,
    busy: navigation.state === "loading" && navigation.location.pathname === pathname,
    change,
    takeOver,
  };
}

function formState(form: HTMLFormElement): ListingState {
  const params = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === "string" && value !== "") params.append(name, value);
  return parseListing(params);
}

// The state as comparable text. Chosen values are sorted, because their order in the form can differ from the URL's.
function filtersOf({ chosen, sort }: ListingState): string {
  return JSON.stringify([Object.values(chosen).map((values) => values.toSorted()), sort]);
}
