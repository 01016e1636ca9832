import { isApiError } from "@vetrina/client/api-error";
import { addressErrors } from "@vetrina/commerce/addresses/address-errors";
import { addressRules } from "@vetrina/commerce/addresses/addresses";
import type { Address } from "@vetrina/contract/common";
import type { OrderDetails } from "@vetrina/contract/orders/orders";
import { Button } from "@vetrina/ui/button";
import { TextField } from "@vetrina/ui/field";
import { Select } from "@vetrina/ui/select";
import { type FormEvent, useState } from "react";
import { browserApi } from "../lib/api.ts";
import { countryName } from "../lib/countries.ts";
import { useStore } from "../lib/store.ts";
import { regionChoices } from "../draft/country-regions.ts";
import { usePageWords } from "./page-words.ts";
import type { ChangeWords } from "./words/en.ts";
import type { FormProps } from "./form-props.ts";
import { failureOf, ifUnchanged } from "./failures.ts";

type Props = FormProps & { order: OrderDetails; address: Address };
type Errors = Partial<Record<keyof Address, string>>;

/**
 * The form with the fields of the shipping address. The country can't be changed, because the total was calculated for
 * it.
 */
export function AddressForm({ words, order, address, onDone, onStale }: Props) {
  const { language } = usePageWords();
  const { contact } = useStore();
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const { country } = address;
  const rules = addressRules(country);

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const show = (found: Errors) => {
      setErrors(found);
      const [first] = Object.keys(found);
      if (first !== undefined) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return first !== undefined;
    };
    const body = bodyOf(new FormData(form), country);
    setFailure(null);
    if (show(errorsOf(body, words))) return;
    setBusy(true);
    try {
      const { orders } = await browserApi();
      await orders.changeShippingAddress({ id: order.id, body }, ifUnchanged(order));
      onDone();
    } catch (error) {
      const found = refusedFields(error, words);
      if (show(found)) return;
      const refused = failureOf(error, words, { email: contact.email });
      setFailure(refused.text);
      if (refused.isStale) onStale();
    } finally {
      setBusy(false);
    }
  }

  const field = (name: keyof Address, label: string, isOptional = false) => ({
    name,
    label: isOptional ? `${label} (${words.optional})` : label,
    required: !isOptional,
    defaultValue: address[name] ?? "",
    error: errors[name],
  });
  // The address rules have labels only in English. On pages in other languages, the order page's own label is used.
  const isEnglish = language.startsWith("en");
  const regionLabel = isEnglish ? rules.region.label : words.region;
  const choices = regionChoices(country, address.region ?? "", regionLabel);
  const region = {
    ...field("region", regionLabel, !rules.region.required),
    autoComplete: "address-level1",
    className: "sm:col-span-2",
  };
  return (
    <form
      className="grid gap-4 p-gutter sm:grid-cols-6"
      noValidate
      onSubmit={(event) => void save(event)}
    >
      <TextField {...field("name", words.name)} autoComplete="name" className="sm:col-span-6" />
      <TextField
        {...field("address", words.street)}
        autoComplete="address-line1"
        className="sm:col-span-6"
      />
      <TextField
        {...field("address2", words.street2, true)}
        autoComplete="address-line2"
        className="sm:col-span-6"
      />
      <TextField
        {...field("city", words.city)}
        autoComplete="address-level2"
        className="sm:col-span-2"
      />
      {choices === null ? (
        <TextField {...region} />
      ) : (
        <Select
          {...region}
          defaultValue={choices.value}
          options={choices.options.map(({ value, label, disabled = false }) => ({
            value,
            label: value === "" ? words.chooseRegion : label,
            disabled,
          }))}
        />
      )}
      <TextField
        {...field(
          "postalCode",
          isEnglish ? rules.postalCode.label : words.postalCode,
          !rules.postalCode.required,
        )}
        autoComplete="postal-code"
        className="sm:col-span-2"
      />
      <TextField
        {...field("phone", words.phone, true)}
        type="tel"
        autoComplete="tel"
        className="sm:col-span-6"
      />
      <div className="text-small sm:col-span-6">
        <p className="font-medium" suppressHydrationWarning>
          {words.country}: {countryName(country, language)}
        </p>
        <p className="text-graphite">{words.countryStays}</p>
        <p className="text-graphite">{words.billingStays}</p>
      </div>
      <p role="alert" className="font-medium text-pin empty:hidden sm:col-span-6">
        {failure}
      </p>
      <Button type="submit" busy={isBusy} busyText={words.saving} className="sm:col-span-6">
        {words.saveAddress}
      </Button>
    </form>
  );
}

function bodyOf(form: FormData, country: string): Address {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const optional = (name: "address2" | "region" | "postalCode" | "phone") => {
    const value = text(name);
    return value === "" ? {} : { [name]: value };
  };
  return {
    name: text("name"),
    address: text("address"),
    city: text("city"),
    country,
    ...optional("address2"),
    ...optional("region"),
    ...optional("postalCode"),
    ...optional("phone"),
  };
}

function errorsOf(body: Address, words: ChangeWords): Errors {
  const errors: Errors = {};
  for (const name of ["name", "address", "city"] as const)
    if (body[name] === "") errors[name] = words.missing;
  for (const { path } of addressErrors(body))
    errors[path] = body[path] ? words.wrongPostalCode : words.missing;
  return errors;
}

/** The errors of the fields that the server rejected. */
function refusedFields(error: unknown, words: ChangeWords): Errors {
  if (!isApiError(error, "VALIDATION_FAILED") || !Array.isArray(error.details)) return {};
  const known = error.details as { path: keyof Address; message: string }[];
  const own: Errors = { region: words.wrongRegion, postalCode: words.wrongPostalCode };
  return Object.fromEntries(known.map(({ path, message }) => [path, own[path] ?? message]));
}
