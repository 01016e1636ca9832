import { Button } from "@vetrina/ui/button";
import { Checkbox } from "@vetrina/ui/checkbox";
import { TextField } from "@vetrina/ui/field";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { AddressFields, fieldProps } from "./address-fields.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { preloadLaterSteps } from "./later-steps.ts";
import { type CheckoutForm, useTypedEarly } from "./use-form.ts";

type Props = { form: CheckoutForm; isReady: boolean; onContinue: () => void };

/** Who buys and where it goes. No account is asked for. */
export function InformationStep({ form, isReady, onContinue }: Props) {
  const element = useRef<HTMLFormElement>(null);
  useTypedEarly(element, form);
  useEffect(() => {
    const fetchOnce = { once: true };
    element.current?.addEventListener("focusin", preloadLaterSteps, fetchOnce);
  }, []);
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (form.submit()) onContinue();
      }}
      className="grid gap-8"
    >
      <ErrorSummary form={form} />
      <fieldset className="grid gap-4">
        <legend className="mb-4 text-lead font-semibold">Contact</legend>
        <TextField
          {...fieldProps(form, "email")}
          label="Email"
          hint="We'll send your order confirmation here. You don't need an account."
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </fieldset>
      <fieldset>
        <legend className="mb-4 text-lead font-semibold">Shipping address</legend>
        <AddressFields form={form} group="shipping" isReady={isReady} />
      </fieldset>
      <div>
        <Checkbox
          label="Billing address is the same"
          checked={form.draft.billingSame}
          onChange={(event) => form.setBillingSame(event.target.checked)}
        />
        {form.draft.billingSame ? null : (
          <fieldset className="mt-4">
            <legend className="mb-4 text-lead font-semibold">Billing address</legend>
            <AddressFields form={form} group="billing" isReady={isReady} />
          </fieldset>
        )}
      </div>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:items-center sm:justify-between">
        <Link to="/cart" className="text-link flex min-h-target items-center justify-center">
          Back to cart
        </Link>
        <Button type="submit" size="cta">
          Continue to shipping
        </Button>
      </div>
    </form>
  );
}
