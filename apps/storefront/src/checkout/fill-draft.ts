import { addressLines } from "@vetrina/commerce/addresses/addresses";
import type { Customer, CustomerAddress } from "@vetrina/contract/people/customers";
import { latestSignOut } from "../lib/account-session.ts";
import {
  addressFields,
  type AddressDraft,
  type AddressGroup,
  type Draft,
  emptyDraft,
} from "../draft/draft.ts";

type Details = {
  customer: Pick<Customer, "id" | "email" | "name" | "phone">;
  addresses: readonly CustomerAddress[];
  /** Whether an order placed in this tab has been paid. The draft may then contain that buyer's email and address. */
  hasOrdered?: boolean;
};

/**
 * Fills in the empty fields for email, name, phone and address with the signed-in customer's details. Does this once
 * per customer, so that fields they clear stay empty. First discards a draft of another account and, after a paid
 * order, a draft with another email.
 */
export function filledDraft(draft: Draft, details: Details, country: string): Draft {
  const { customer } = details;
  if (draft.account === customer.id) return draft;
  const own = isOthers(draft, details) ? emptyDraft(country) : draft;
  const filled = {
    ...own,
    account: customer.id,
    signOut: latestSignOut(),
    email: own.email.trim() === "" ? customer.email : own.email,
  };
  return withAddresses(filled, details);
}

/**
 * Calls `fill` as soon as the focus isn't in an empty field of the form: immediately, or after the visitor has typed in
 * that field or left it. Otherwise, their next keystrokes would be added to the filled-in value. Returns a function
 * that ends the wait.
 */
export function whenOutOfEmptyField(form: HTMLFormElement, fill: () => void): () => void {
  const ended = new AbortController();
  const tryNow = () => {
    if (ended.signal.aborted || isInEmptyField(form)) return;
    ended.abort();
    fill();
  };
  // Between leaving a field and entering the next one, no field has the focus.
  const trySoon = () => setTimeout(tryNow);
  for (const event of ["input", "focusin", "focusout"])
    form.addEventListener(event, trySoon, { signal: ended.signal });
  tryNow();
  return () => ended.abort();
}

function isOthers({ account, email }: Draft, { customer, hasOrdered }: Details): boolean {
  const typed = email.trim().toLowerCase();
  return (
    account !== "" ||
    (hasOrdered === true && typed !== "" && typed !== customer.email.toLowerCase())
  );
}

/**
 * The draft with a saved address as its shipping or billing address. A different shipping country resets the shipping
 * method, because each country has its own methods.
 */
export function withSavedAddress(
  draft: Draft,
  group: AddressGroup,
  address: CustomerAddress,
): Draft {
  const next = draftOf(address);
  if (group === "billing") return { ...draft, billing: next };
  const rateId = next.country === draft.shipping.country ? draft.rateId : "";
  return { ...draft, shipping: next, rateId, savesAddress: false };
}

/** The saved address that the form still matches; undefined if the address was edited or is new. */
export function savedLike(
  typed: AddressDraft,
  addresses: readonly CustomerAddress[],
): CustomerAddress | undefined {
  return addresses.find((address) => {
    const saved = draftOf(address);
    // The phone number is only for the courier, so it isn't compared.
    return addressFields.every(
      (name) => name === "phone" || typed[name].trim() === saved[name].trim(),
    );
  });
}

/** A saved address as the label of an option. */
export function addressLabel(address: CustomerAddress): string {
  return addressLines(address, "").join(", ");
}

function withAddresses(draft: Draft, { customer, addresses }: Details): Draft {
  const defaultOf = (type: CustomerAddress["type"]) =>
    addresses.find((address) => address.type === type && address.isDefault);
  const saved = defaultOf("SHIPPING");
  const billing = defaultOf("BILLING");
  const phone = saved?.phone || customer.phone || "";
  const person = {
    ...draft,
    shipping: withTyped({ ...draft.shipping, name: customer.name, phone }, draft.shipping),
  };
  const isSame =
    saved === undefined ? isUntouched(draft.shipping) : beginsLike(draft.shipping, draftOf(saved));
  if (!isSame) return person;
  const chosen = saved ? withSavedAddress(draft, "shipping", { ...saved, phone }) : person;
  const next = { ...chosen, shipping: withTyped(chosen.shipping, draft.shipping) };
  const isOwnBill =
    billing && isUntouched(draft.billing) && savedLike(next.shipping, [billing]) === undefined;
  return isOwnBill ? { ...withSavedAddress(next, "billing", billing), billingSame: false } : next;
}

/** Whether nothing has been typed in the address. Ignores the country, because it is set by default. */
function isUntouched(address: AddressDraft): boolean {
  return typedFields(address).length === 0;
}

/** Whether the typed text is the beginning of the saved address, so that the rest may be added to it. */
function beginsLike(typed: AddressDraft, saved: AddressDraft): boolean {
  return typedFields(typed).every(
    (name) =>
      name === "phone" || saved[name].toLowerCase().startsWith(typed[name].trim().toLowerCase()),
  );
}

/** The address with the text of the fields that the shopper has typed in. */
function withTyped(address: AddressDraft, typed: AddressDraft): AddressDraft {
  const kept = typedFields(typed).map((name) => [name, typed[name]] as const);
  return { ...address, ...Object.fromEntries(kept) };
}

/** The fields that aren't empty, without the country, because it is set by default. */
function typedFields(address: AddressDraft) {
  return addressFields.filter((name) => name !== "country" && address[name].trim() !== "");
}

function draftOf(saved: CustomerAddress): AddressDraft {
  const { name, address, address2, city, region, postalCode, country, phone } = saved;
  return {
    name,
    address,
    address2: address2 ?? "",
    city,
    region: region ?? "",
    postalCode: postalCode ?? "",
    country,
    phone: phone ?? "",
  };
}

function isInEmptyField(form: HTMLFormElement): boolean {
  const field = document.activeElement;
  return field instanceof HTMLInputElement && field.form === form && field.value === "";
}
