import { findState, statesOf } from "@vetrina/commerce/addresses/states";
import type { SelectOption } from "@vetrina/ui/select";

/**
 * The options of a country's states, and the option selected for `region` (a code or name). null if the country has no
 * list of states, so shoppers type the region. An unlisted region of an older address stays selectable.
 */
export function regionChoices(
  country: string,
  region: string,
  label: string,
): { value: string; options: SelectOption[] } | null {
  const states = statesOf(country);
  if (states === null) return null;
  const options = states.map(({ code, name }) => ({ value: code, label: name }));
  const known = findState(states, region);
  const own = region.trim() === "" || known ? [] : [{ value: region, label: region }];
  return {
    value: known?.code ?? region,
    options: [
      { value: "", label: `Choose a ${label.toLowerCase()}`, disabled: true },
      ...own,
      ...options,
    ],
  };
}

/** The error for a missing state. `label` is the country's own term for a state. */
export function missingRegion(country: string, label: string): string {
  return `${statesOf(country) === null ? "Enter the" : "Choose a"} ${label.toLowerCase()}.`;
}
