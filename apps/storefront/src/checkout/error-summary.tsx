import { useEffect, useRef } from "react";
import { fieldId, fieldsOf } from "../draft/draft.ts";
import type { CheckoutForm } from "./use-form.ts";

/**
 * Lists all errors after an invalid form was submitted, each as a link to its field, and takes focus. A default export,
 * because it is loaded lazily, with the later steps.
 */
export default function ErrorSummary({ form }: { form: CheckoutForm }) {
  const element = useRef<HTMLElement>(null);
  // In the order of the page, not in the order they were found.
  const entries = fieldsOf({ billingSame: false }).flatMap((field) => {
    const error = form.errors[field];
    return error ? [{ field, error }] : [];
  });
  // Focuses the summary after each rejected submit, even if the summary has just appeared because the server found an
  // error.
  useEffect(() => {
    if (form.refusals > 0) element.current?.focus();
  }, [form.refusals]);

  if (entries.length === 0) return null;
  return (
    <section
      ref={element}
      tabIndex={-1}
      aria-labelledby="checkout-errors-title"
      className="border-2 border-pin px-4 py-3"
    >
      <p id="checkout-errors-title" className="font-semibold text-pin">
        {entries.length === 1
          ? "Please fix this field:"
          : `Please fix these ${entries.length} fields:`}
      </p>
      <ul>
        {entries.map(({ field, error }) => (
          <li key={field}>
            <a
              href={`#${fieldId(field)}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(fieldId(field))?.focus();
              }}
              className="text-link flex min-h-target items-center text-small"
            >
              {field.startsWith("billing.") ? `Billing address: ${error}` : error}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
