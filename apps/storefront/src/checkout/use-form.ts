import { type RefObject, useEffect, useRef, useState } from "react";
import {
  type Draft,
  type FieldName,
  fieldId,
  fieldsOf,
  valueOf,
  withValue,
} from "../draft/draft.ts";
import { afterPress } from "../lib/after-press.ts";
import { draftErrors, errorsAfter, type FieldErrors, fieldError } from "./validate.ts";

/** The first step's form: its values, the errors shown, and the functions that change them. */
export type CheckoutForm = ReturnType<typeof useForm>;

/**
 * Checks the fields of the first step on blur and on submit. While the shopper types in a field, its error is removed
 * and no new one appears.
 */
export function useForm(draft: Draft, change: (next: (before: Draft) => Draft) => void) {
  const [errors, setErrors] = useState<FieldErrors>({});
  // Increases each time a submit is rejected, which moves focus to the summary.
  const [refusals, setRefusals] = useState(0);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });

  function input(field: FieldName, value: string) {
    change((before) => withValue(before, field, value));
    setErrors((before) => errorsAfter(before, draft, withValue(draft, field, value)));
  }
  /** Changes several fields at once. The errors of the other fields stay. */
  function edit(next: (before: Draft) => Draft) {
    setErrors((before) => errorsAfter(before, latest.current, next(latest.current)));
    change(next);
  }
  function leave(field: FieldName) {
    afterPress(() => {
      const { current } = latest;
      // An empty field isn't an error yet, because the shopper may only be tabbing through.
      if (!fieldsOf(current).includes(field) || !valueOf(current, field).trim()) return;
      const error = fieldError(current, field);
      if (error) setErrors((before) => ({ ...before, [field]: error }));
    });
  }
  /**
   * Checks all fields, shows their errors and moves focus to the error summary. Returns true if there are no errors.
   */
  function submit(): boolean {
    return refuse(draftErrors(draft));
  }
  function refuse(found: FieldErrors): boolean {
    setErrors(found);
    if (Object.keys(found).length === 0) return true;
    setRefusals((count) => count + 1);
    return false;
  }
  function setBillingSame(billingSame: boolean) {
    change((before) => ({ ...before, billingSame }));
    if (billingSame) setErrors((before) => without(before, (name) => name.startsWith("billing.")));
  }
  return { draft, errors, refusals, input, edit, leave, submit, refuse, setBillingSame };
}

function without(errors: FieldErrors, isGone: (field: string) => boolean): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !isGone(field)));
}

/** Applies input that the shopper typed, or the browser filled in, before hydration. */
export function useTypedEarly(
  form: RefObject<HTMLFormElement | null>,
  { draft, input }: Pick<CheckoutForm, "draft" | "input">,
): void {
  useEffect(() => {
    for (const field of fieldsOf({ billingSame: false })) {
      const control = form.current?.querySelector<HTMLInputElement>(`#${fieldId(field)}`);
      if (control && control.value !== valueOf(draft, field)) input(field, control.value);
    }
    // Runs once, with the values in the page before React writes into it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
