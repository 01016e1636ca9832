import { mailFallbackMs } from "@vetrina/commerce/constants";
import { type FocusEvent, type SubmitEvent, useEffect, useRef, useState } from "react";
import {
  check,
  type FormErrors,
  isFilled,
  type MailDraft,
  mailtoHref,
  type Values,
} from "./mail-draft.ts";

type Rules = Parameters<typeof check>[1];
type Stage = "writing" | "sent" | "fallback";

/**
 * A form whose letter the visitor's own mail program sends. It goes to `sent` at once, and to `fallback` when the page
 * still has focus a second later: then no program came up. `reset` begins anew.
 */
export function useMailForm(rules: Rules, draftOf: (values: Values) => MailDraft) {
  const form = useRef<HTMLFormElement>(null);
  const [stage, setStage] = useState<Stage>("writing");
  const [filled, setFilled] = useState(false);
  const [errors, setErrors] = useState<FormErrors>({});
  const [draft, setDraft] = useState<MailDraft | null>(null);

  // What was typed before the page came alive stands in the form alone.
  useEffect(() => {
    if (form.current) setFilled(isFilled(valuesOf(form.current), rules));
  }, [rules]);
  useEffect(() => {
    if (stage !== "sent") return undefined;
    const timer = setTimeout(() => {
      if (document.hasFocus()) setStage("fallback");
    }, mailFallbackMs);
    return () => clearTimeout(timer);
  }, [stage]);

  const onInput = () => {
    if (!form.current) return;
    const values = valuesOf(form.current);
    setFilled(isFilled(values, rules));
    // A fault goes as soon as it is mended; new ones are not shown while somebody types.
    const left = check(values, rules);
    setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([name]) => left[name])));
  };
  const onBlur = (event: FocusEvent<HTMLFormElement>) => {
    const field: EventTarget = event.target;
    if (!("name" in field) || typeof field.name !== "string" || !form.current) return;
    const values = valuesOf(form.current);
    const error = values[field.name] ? check(values, rules)[field.name] : undefined;
    if (error) setErrors((shown) => ({ ...shown, [String(field.name)]: error }));
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = valuesOf(event.currentTarget);
    const found = check(values, rules);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) {
      event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    const written = draftOf(values);
    setDraft(written);
    setStage("sent");
    window.location.href = mailtoHref(written);
  };
  const reset = () => {
    setStage("writing");
    setFilled(false);
    setErrors({});
    setDraft(null);
  };
  return {
    stage,
    draft,
    errors,
    filled,
    reset,
    formProps: { ref: form, onInput, onBlur, onSubmit, noValidate: true },
  };
}

function valuesOf(form: HTMLFormElement): Values {
  return Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === "string" ? value : ""]),
  );
}
