import { addressErrors } from "@vetrina/commerce/addresses/address-errors";
import { addressRules } from "@vetrina/commerce/addresses/addresses";
import type { CustomerAddress, CustomerAddressInput } from "@vetrina/contract/people/customers";
import { Button } from "@vetrina/ui/button";
import { Checkbox } from "@vetrina/ui/checkbox";
import { TextField } from "@vetrina/ui/field";
import { Select } from "@vetrina/ui/select";
import { type FormEvent, useState } from "react";
import { countryOptions } from "../lib/countries.ts";
import { missingRegion, regionChoices } from "../draft/country-regions.ts";
import { browserApi } from "../lib/api.ts";
import { useRootData } from "../lib/store.ts";
import { type FieldErrors, useSave } from "./use-save.tsx";

type Props = {
  customerId: string;
  /** The address to edit; null for a new one. */
  address: CustomerAddress | null;
  /** The customer's name, the default for a new address. */
  name: string;
  onSaved: () => void;
};

/** The storage key of the form's input. The form's hidden field `addressId` says which address was being edited. */
export function addressFormOf(customerId: string): string {
  return `address ${customerId}`;
}

/** The fields of an address, with the labels and required fields of its country. */
export function AddressForm({ customerId, address, name, onSaved }: Props) {
  const { language, store } = useRootData();
  const { busy, errors, failure, save, setErrors, typed } = useSave(addressFormOf(customerId));
  const saved = typed?.["country"] ?? address?.country ?? store.country;
  const [country, setCountry] = useState(saved);
  const rules = addressRules(country);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const body = bodyOf(fields);
    const wrong = errorsOf(body);
    const [first] = Object.keys(wrong);
    if (first !== undefined) {
      setErrors(wrong);
      return form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    }
    const isSaved = await save(async () => {
      const { customers } = await browserApi();
      if (address === null) await customers.createAddress({ id: customerId, body });
      else
        await customers.updateAddress(
          { id: customerId, addressId: address.id, body },
          { headers: { "if-match": `"${address.version}"` } },
        );
    }, fields);
    if (isSaved) onSaved();
  }
  const field = (name: string, value: string | undefined) => ({
    name,
    defaultValue: typed?.[name] ?? value ?? "",
    error: errors[name],
  });

  const region = {
    // The saved address's state doesn't exist in another country, so the field starts empty.
    ...field("region", address?.region),
    ...(country === saved ? {} : { defaultValue: "" }),
    label: rules.region.label,
    autoComplete: "address-level1",
    className: "sm:col-span-2",
  };
  const choices = regionChoices(country, region.defaultValue, rules.region.label);

  return (
    <form
      className="grid gap-4 p-gutter sm:grid-cols-6"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <input type="hidden" name="addressId" value={address?.id ?? ""} />
      <Select
        label="Used for"
        name="type"
        defaultValue={typed?.["type"] ?? address?.type ?? "SHIPPING"}
        options={[
          { value: "SHIPPING", label: "Shipping" },
          { value: "BILLING", label: "Billing" },
        ]}
        className="sm:col-span-6"
      />
      <TextField
        {...field("name", address?.name ?? name)}
        label="Full name"
        autoComplete="name"
        className="sm:col-span-6"
      />
      <Select
        label="Country"
        name="country"
        value={country}
        onChange={(event) => setCountry(event.currentTarget.value)}
        autoComplete="country"
        options={countryOptions(language)}
        className="sm:col-span-6"
      />
      <TextField
        {...field("address", address?.address)}
        label="Street address"
        autoComplete="address-line1"
        className="sm:col-span-6"
      />
      <TextField
        {...field("address2", address?.address2)}
        label="Apartment, company"
        autoComplete="address-line2"
        optional
        className="sm:col-span-6"
      />
      <TextField
        {...field("city", address?.city)}
        label="City"
        autoComplete="address-level2"
        className="sm:col-span-2"
      />
      {choices === null ? (
        <TextField key={country} {...region} optional={!rules.region.required} />
      ) : (
        <Select key={country} {...region} defaultValue={choices.value} options={choices.options} />
      )}
      <TextField
        {...field("postalCode", address?.postalCode)}
        label={rules.postalCode.label}
        optional={!rules.postalCode.required}
        autoComplete="postal-code"
        className="sm:col-span-2"
      />
      <TextField
        {...field("phone", address?.phone)}
        label="Phone"
        type="tel"
        autoComplete="tel"
        optional
        className="sm:col-span-6"
      />
      <Checkbox
        name="isDefault"
        defaultChecked={typed === null ? address?.isDefault === true : "isDefault" in typed}
        label="Use as default address"
        className="sm:col-span-6"
      />
      <p role="alert" className="text-small font-medium text-pin empty:hidden sm:col-span-6">
        {failure}
      </p>
      <Button type="submit" busy={busy} busyText="Saving" className="sm:col-span-6">
        Save address
      </Button>
    </form>
  );
}

const required = {
  name: "Enter the recipient's full name.",
  address: "Enter the street address.",
  city: "Enter the city.",
} as const;

function errorsOf(body: CustomerAddressInput): FieldErrors {
  const errors: Record<string, string> = {};
  for (const [name, message] of Object.entries(required))
    if (!body[name as keyof typeof required]) errors[name] = message;
  for (const { path, message } of addressErrors(body)) errors[path] = message;
  // The only possible error of a region is that it is missing.
  if (errors["region"])
    errors["region"] = missingRegion(body.country, addressRules(body.country).region.label);
  return errors;
}

function bodyOf(form: FormData): CustomerAddressInput {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  return {
    type: text("type") === "BILLING" ? "BILLING" : "SHIPPING",
    isDefault: form.has("isDefault"),
    name: text("name"),
    address: text("address"),
    address2: text("address2"),
    city: text("city"),
    region: text("region"),
    postalCode: text("postalCode"),
    country: text("country"),
    phone: text("phone"),
  };
}
