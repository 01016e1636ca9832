import type { ProductSort } from "@vetrina/contract/product-inputs";
import { type ChangeEvent, useEffect, useState } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router";
import { listingSearch, type ListingState, parseListing } from "./listing-state.ts";

export const filterFormId = "filters-form";

/**
 * The form's state as it is shown: what was just chosen at once, and what the address says once the list has come.
 * `defaultSort` is the order of the list where none is chosen. `change` belongs to each control of the form; without JavaScript the form's own button sends it.
 */
export function useListingForm(state: ListingState, defaultSort: ProductSort | null) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const own = listingSearch(state);
  const [draft, setDraft] = useState<{ over: string; state: ListingState } | null>(null);
  const shown = draft?.over === own ? draft.state : state;

  function stateOf(form: HTMLFormElement): ListingState {
    const written = formState(form);
    return { ...written, sort: written.sort === defaultSort ? null : written.sort };
  }

  function show(form: HTMLFormElement) {
    const next = { ...stateOf(form), name: state.name };
    setDraft({ over: own, state: next });
    void navigate(pathname + listingSearch(next), { replace: true, preventScrollReset: true });
  }

  // What was ticked before the page came alive stands in the form alone: take it over.
  useEffect(() => {
    const form = document.getElementById(filterFormId);
    if (form instanceof HTMLFormElement && filtersOf(stateOf(form)) !== filtersOf(state))
      show(form);
    // Once, when the page comes alive.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const change = (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
    if (event.currentTarget.form) show(event.currentTarget.form);
  };
  return {
    shown,
    busy: navigation.state === "loading" && navigation.location.pathname === pathname,
    change,
  };
}

function formState(form: HTMLFormElement): ListingState {
  const params = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === "string" && value !== "") params.append(name, value);
  return parseListing(params);
}

// The order in which values were chosen is the address's matter, not the form's.
function filtersOf({ chosen, sort }: ListingState): string {
  return JSON.stringify([Object.values(chosen).map((values) => values.toSorted()), sort]);
}
