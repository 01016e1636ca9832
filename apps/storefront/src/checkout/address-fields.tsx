import { addressRules } from "@vetrina/commerce/addresses/addresses";
import { Select } from "@vetrina/ui/select";
import { TextField } from "@vetrina/ui/field";
import { type ComponentProps, useState } from "react";
import { useRootData } from "../lib/store.ts";
import { countryOptions } from "../lib/countries.ts";
import { countryName } from "../lib/formats.ts";
import { regionChoices } from "../draft/country-regions.ts";
import {
  type AddressDraft,
  type AddressGroup,
  fieldId,
  type FieldName,
  valueOf,
} from "../draft/draft.ts";
import type { CheckoutForm } from "./use-form.ts";

type Props = {
  form: CheckoutForm;
  group: AddressGroup;
  /** Whether the page is hydrated. Until then, the list of countries has only the current one. */
  isReady: boolean;
};

/** An address form. The country comes first, because it determines the labels of the other fields. */
export function AddressFields({ form, group, isReady }: Props) {
  const { language } = useRootData();
  const { country } = form.draft[group];
  const rules = addressRules(country);
  const options = isReady
    ? countryOptions(language)
    : [{ value: country, label: countryName(country, language) }];
  const field = (name: keyof AddressDraft) => fieldProps(form, `${group}.${name}`);
  return (
    <div className="grid gap-4 sm:grid-cols-6">
      <TextField
        {...field("name")}
        label="Full name"
        autoComplete={`${group} name`}
        className="sm:col-span-6"
      />
      <Select
        {...field("country")}
        label="Country"
        autoComplete={`${group} country`}
        options={options}
        className="sm:col-span-6"
      />
      <TextField
        {...field("address")}
        label="Street address"
        autoComplete={`${group} address-line1`}
        className="sm:col-span-6"
      />
      <SecondLine form={form} group={group} />
      <TextField
        {...field("city")}
        label="City"
        autoComplete={`${group} address-level2`}
        className="sm:col-span-2"
      />
      <RegionField form={form} group={group} />
      <TextField
        {...field("postalCode")}
        label={rules.postalCode.label}
        optional={!rules.postalCode.required}
        autoComplete={`${group} postal-code`}
        inputMode={rules.postalCode.digits ? "numeric" : "text"}
        className="sm:col-span-2"
      />
      {group === "shipping" ? (
        <TextField
          {...field("phone")}
          label="Phone"
          optional
          hint="Only used if there is a problem with your delivery."
          type="tel"
          inputMode="tel"
          autoComplete={`${group} tel`}
          enterKeyHint="done"
          className="sm:col-span-6"
        />
      ) : null}
    </div>
  );
}

/** A select if the country has a list of states, else a text field. */
function RegionField({ form, group }: Omit<Props, "isReady">) {
  const { country, region } = form.draft[group];
  const { label, required } = addressRules(country).region;
  const choices = regionChoices(country, region, label);
  const field = {
    ...fieldProps(form, `${group}.region`),
    label,
    autoComplete: `${group} address-level1`,
    className: "sm:col-span-2",
  };
  return choices === null ? (
    <TextField {...field} optional={!required} />
  ) : (
    <Select {...field} {...choices} />
  );
}

/** The props shared by all text fields and selects of the form. */
export function fieldProps(form: CheckoutForm, field: FieldName) {
  return {
    id: fieldId(field),
    name: field,
    value: valueOf(form.draft, field),
    error: form.errors[field],
    enterKeyHint: "next",
    onChange: (event: { target: { value: string } }) => form.input(field, event.target.value),
    onBlur: () => form.leave(field),
  } satisfies ComponentProps<"input"> & { error: string | undefined };
}

/**
 * The second line of an address. Most addresses have none, so a button opens the field. It is also shown if it has a
 * value or an error.
 */
function SecondLine({ form, group }: Omit<Props, "isReady">) {
  const [isOpen, setOpen] = useState(false);
  const field: FieldName = `${group}.address2`;
  if (!isOpen && !form.draft[group].address2 && !form.errors[field])
    return (
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="text-link min-h-target justify-self-start text-small sm:col-span-6"
      >
        Add an apartment, floor or company
      </button>
    );
  return (
    <TextField
      {...fieldProps(form, field)}
      label="Apartment, floor, company"
      optional
      // The shopper has just opened this field.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={isOpen}
      autoComplete={`${group} address-line2`}
      className="sm:col-span-6"
    />
  );
}
