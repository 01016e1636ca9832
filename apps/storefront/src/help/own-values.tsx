import { useRef } from "react";
import { type OwnDetails, useOwnDetails } from "../account/use-own-details.ts";
import { fillEmpty } from "../draft/fill-empty.ts";

type Props = {
  form: { current: HTMLFormElement | null };
  /** Called after fields may have been filled in or emptied. */
  onFill: () => void;
};

/**
 * Fills the form's fields `name` and `email`, if empty, with the signed-in customer's values. After a sign-out, empties
 * them again if they are unchanged. Loaded lazily (a default export), because the form is shown without waiting for
 * this code.
 */
export default function OwnValues({ form, onFill }: Props): null {
  const filled = useRef<OwnDetails | null>(null);
  useOwnDetails(true, (details) => {
    for (const name of ["name", "email"] as const) {
      const field = form.current?.elements.namedItem(name);
      if (!(field instanceof HTMLInputElement)) continue;
      if (details !== null) fillEmpty(field, details[name]);
      if (details === null && field.value === filled.current?.[name]) field.value = "";
    }
    filled.current = details;
    onFill();
  });
  return null;
}
