import { mailFallbackMs } from "@vetrina/commerce/constants";
import { type FocusEvent, type SubmitEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { forgetTyped, keepTyped, type Typed, typedIn } from "../account/typed-form.ts";
import { fillEmpty } from "../draft/fill-empty.ts";
import { afterPress } from "../lib/after-press.ts";
import {
  check,
  type FormErrors,
  isFilled,
  type MailDraft,
  mailtoHref,
  type Values,
  valuesOf,
} from "./mail-draft.ts";

type Rules = Parameters<typeof check>[1];
type Stage = "writing" | "sent" | "fallback";
/** The values and errors that the form starts with. */
type Start = { values: Values; errors: FormErrors };

const nothing: Start = { values: {}, errors: {} };

/**
 * A form sent by the visitor's email app. On submit, `stage` becomes `sent`. If the page still has focus a second
 * later, no app seems to have opened, and `stage` becomes `fallback`. `reset` empties the form; `edit` shows it again
 * with the typed input. The tab also stores the input under the form's name, until `reset` or `forget`.
 */
export function useMailForm(
  name: "contact" | "return",
  rules: Rules,
  draftOf: (values: Values) => MailDraft,
  start: Start = nothing,
) {
  const form = useRef<HTMLFormElement>(null);
  const [stage, setStage] = useState<Stage>("writing");
  const [filled, setFilled] = useState(false);
  const [errors, setErrors] = useState<FormErrors>(start.errors);
  const [values, setValues] = useState<Values>(start.values);
  const [draft, setDraft] = useState<MailDraft | null>(null);

  // Reads the values from the form's elements, because those entered before hydration exist only there.
  useEffect(() => {
    if (!form.current) return;
    fillIn(form.current, typedIn(name) ?? {});
    setFilled(isFilled(valuesOf(new FormData(form.current)), rules));
  }, [name, rules]);
  useEffect(() => {
    if (stage !== "sent") return undefined;
    const timer = setTimeout(() => {
      if (document.hasFocus()) setStage("fallback");
    }, mailFallbackMs);
    return () => clearTimeout(timer);
  }, [stage]);

  const onInput = () => {
    if (!form.current) return;
    const typed = new FormData(form.current);
    keepTyped(name, typed);
    const values = valuesOf(typed);
    setFilled(isFilled(values, rules));
    // Removes errors once they are fixed. New errors don't appear while the visitor types.
    const left = check(values, rules);
    setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([name]) => left[name])));
  };
  const onBlur = (event: FocusEvent<HTMLFormElement>) => {
    const field: EventTarget = event.target;
    afterPress(() => {
      if (!("name" in field) || typeof field.name !== "string" || !form.current) return;
      const values = valuesOf(new FormData(form.current));
      const error = values[field.name] ? check(values, rules)[field.name] : undefined;
      if (error) setErrors((shown) => ({ ...shown, [String(field.name)]: error }));
    });
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = valuesOf(new FormData(event.currentTarget));
    const found = check(typed, rules);
    setErrors(found);
    if (Object.keys(found).length > 0) {
      focusFirst(event.currentTarget, found);
      return;
    }
    const written = draftOf(typed);
    setValues(typed);
    setDraft(written);
    setStage("sent");
    window.location.href = mailtoHref(written);
  };
  const forget = () => forgetTyped(name);
  const reset = () => {
    forget();
    setStage("writing");
    setFilled(false);
    setErrors({});
    setValues({});
    setDraft(null);
  };
  const edit = (found: FormErrors = {}) => {
    // Renders synchronously, so that the first field, or the first invalid one, can take focus.
    flushSync(() => {
      setStage("writing");
      setFilled(true);
      setErrors(found);
    });
    if (form.current) focusFirst(form.current, found);
  };
  return {
    stage,
    draft,
    values,
    errors,
    filled,
    reset,
    forget,
    edit,
    formProps: { ref: form, onInput, onBlur, onSubmit, noValidate: true },
  };
}

function fillIn(form: HTMLFormElement, typed: Typed): void {
  for (const [name, value] of Object.entries(typed)) {
    const field = form.elements.namedItem(name);
    if (
      field instanceof HTMLInputElement ||
      field instanceof HTMLSelectElement ||
      field instanceof HTMLTextAreaElement
    )
      fillEmpty(field, value);
  }
}

function focusFirst(form: HTMLFormElement, errors: FormErrors): void {
  const [first] = Object.keys(errors);
  form.querySelector<HTMLElement>(first === undefined ? "[name]" : `[name="${first}"]`)?.focus();
}
