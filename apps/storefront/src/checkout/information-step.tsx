import { Button } from "@vetrina/ui/button";
import { Checkbox } from "@vetrina/ui/checkbox";
import { TextField } from "@vetrina/ui/field";
import type { CustomerAddress } from "@vetrina/contract/people/customers";
import { Suspense, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { useSignedIn } from "../lib/account-session.ts";
import { whenNeeded } from "../lib/when-needed.ts";
import type { AddressGroup, Draft } from "../draft/draft.ts";
import { AddressFields, fieldProps } from "./address-fields.tsx";
import { LaterSteps, preloadLaterSteps } from "./later-steps.ts";
import { useCheckoutFacts } from "./use-checkout-facts.ts";
import { type CheckoutForm, useTypedEarly } from "./use-form.ts";

const AccountDetails = whenNeeded(() => import("./account-details.tsx"));
const SavedAddresses = whenNeeded(() => import("./saved-addresses.tsx"));
const VatIdField = whenNeeded(() => import("./vat-id-field.tsx"));
const SaveAddressBox = whenNeeded(() => import("./save-address-box.tsx"));

type Props = {
  form: CheckoutForm;
  change: (next: (before: Draft) => Draft) => void;
  isReady: boolean;
  /** The server's message about the VAT ID; null if there is none. */
  vatIdMessage: string | null;
  onContinue: () => void;
  /** Puts the item of Buy Now into the cart; undefined if the cart is checked out. */
  toCart: (() => void) | undefined;
};

/** The step for email and shipping address. Needs no account, and is filled in for signed-in customers. */
export function InformationStep(props: Props) {
  const { form, change, isReady, vatIdMessage, onContinue, toCart } = props;
  const isSignedIn = useSignedIn();
  const { takesVatIds } = useCheckoutFacts();
  const [saved, setSaved] = useState<readonly CustomerAddress[]>([]);
  const addresses = isSignedIn ? saved : [];
  const element = useRef<HTMLFormElement>(null);
  useTypedEarly(element, form);
  useEffect(() => {
    const fetchOnce = { once: true };
    element.current?.addEventListener("focusin", preloadLaterSteps, fetchOnce);
  }, []);

  const choice = (group: AddressGroup) =>
    addresses.length > 0 ? (
      <Suspense fallback={null}>
        <SavedAddresses {...{ draft: form.draft, group, addresses }} onChange={form.edit} />
      </Suspense>
    ) : null;

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
      {form.refusals > 0 ? (
        <Suspense fallback={null}>
          <LaterSteps.Errors form={form} />
        </Suspense>
      ) : null}
      <fieldset className="grid gap-4">
        <legend className="mb-4 text-lead font-semibold">Contact</legend>
        {isSignedIn ? (
          <Suspense fallback={<p className="min-h-target text-graphite">Loading your details…</p>}>
            <AccountDetails draft={form.draft} onChange={form.edit} onAddresses={setSaved} />
          </Suspense>
        ) : (
          <GuestLine
            hasExpired={isReady && form.draft.account !== ""}
            email={form.draft.email}
            onGuest={() => change((before) => ({ ...before, account: "", savesAddress: false }))}
          />
        )}
        <TextField
          {...fieldProps(form, "email")}
          label="Email"
          hint={`We'll send your order confirmation here.${isSignedIn ? "" : " You don't need an account."}`}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </fieldset>
      <fieldset>
        <legend className="mb-4 text-lead font-semibold">Shipping address</legend>
        {choice("shipping")}
        <AddressFields form={form} group="shipping" isReady={isReady} />
        {isSignedIn ? (
          <Suspense fallback={null}>
            <SaveAddressBox {...{ draft: form.draft, addresses }} onChange={change} />
          </Suspense>
        ) : null}
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
            {choice("billing")}
            <AddressFields form={form} group="billing" isReady={isReady} />
          </fieldset>
        )}
      </div>
      {takesVatIds && isReady ? (
        <Suspense fallback={null}>
          <VatIdField
            vatId={form.draft.vatId}
            message={vatIdMessage}
            onChange={(vatId) => change((before) => ({ ...before, vatId }))}
          />
        </Suspense>
      ) : null}
      <div className="flex flex-col gap-3 sm:flex-row-reverse sm:items-center sm:justify-between">
        <Button type="submit" size="cta">
          Continue to shipping
        </Button>
        <Link
          to="/cart"
          onClick={toCart}
          className="text-link flex min-h-target items-center justify-center"
        >
          {toCart ? "Move to cart" : "Back to cart"}
        </Link>
      </div>
    </form>
  );
}

/** A link to sign in, or a notice that the session has expired. The typed input is kept. */
function GuestLine({
  hasExpired,
  email,
  onGuest,
}: {
  hasExpired: boolean;
  email: string;
  onGuest: () => void;
}) {
  const { pathname, search } = useLocation();
  const signIn = (
    <Link
      to={`/login?returnTo=${encodeURIComponent(pathname + search)}`}
      state={{ email }}
      className="text-link inline-flex min-h-target items-center"
    >
      {hasExpired ? "Sign in again" : "Sign in"}
    </Link>
  );
  if (!hasExpired)
    return (
      <p className="flex min-h-target flex-wrap items-center gap-x-2">Have an account? {signIn}</p>
    );
  return (
    <div className="border border-amber px-4 pt-3">
      <output className="block">Your session has ended. What you typed is still here.</output>
      <p className="flex flex-wrap gap-x-6">
        {signIn}
        <button type="button" className="text-link min-h-target" onClick={onGuest}>
          Continue as guest
        </button>
      </p>
    </div>
  );
}
