import type { ProductSort } from "@vetrina/contract/product-inputs";
import { type ChangeEvent, useEffect, useState } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router";
import { listingSearch, type ListingState, parseListing } from "./listing-state.ts";

export const filterFormId = "filters-form";

/**
 * The form's displayed state: a new choice at once, and the URL's state once the list is loaded. `defaultSort` is the
 * list's order if none is chosen. Attach `change` to each control of the form. Without JavaScript, the form's own
 * button submits it.
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

  // Boxes ticked before hydration exist only in the form. Take them over.
  useEffect(() => {
    const form = document.getElementById(filterFormId);
    if (form instanceof HTMLFormElement && filtersOf(stateOf(form)) !== filtersOf(state))
      show(form);
    // Runs once, on hydration.
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

// The URL, not the form, defines the order of chosen values.
function filtersOf({ chosen, sort }: ListingState): string {
  return JSON.stringify([Object.values(chosen).map((values) => values.toSorted()), sort]);
}
