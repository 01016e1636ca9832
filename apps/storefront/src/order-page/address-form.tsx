import { addressRules } from "@vetrina/commerce/addresses/addresses";
import type { Address } from "@vetrina/contract/common";
import type { OrderDetails } from "@vetrina/contract/orders/orders";
import { Button } from "@vetrina/ui/button";
import { TextField } from "@vetrina/ui/field";
import { Select } from "@vetrina/ui/select";
import { type FormEvent, useState } from "react";
import { browserApi } from "../lib/api.ts";
import { countryName } from "../lib/formats.ts";
import { useStore } from "../lib/store.ts";
import { regionChoices } from "../draft/country-regions.ts";
import { usePageWords } from "./page-words.ts";
import type { FormProps } from "./form-props.ts";
import {
  addressFieldErrors,
  type FieldErrors,
  isEnglish,
  refusedFields,
} from "./address-errors.ts";
import { failureOf, ifUnchanged } from "./failures.ts";

type Props = FormProps & { order: OrderDetails; address: Address };

/**
 * The form with the fields of the shipping address. The country can't be changed, because the total was calculated for
 * it.
 */
export function AddressForm({ words, order, address, onDone, onStale }: Props) {
  const { language } = usePageWords();
  const page = { words, language };
  const { contact } = useStore();
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const { country } = address;
  const rules = addressRules(country);

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const show = (found: FieldErrors) => {
      setErrors(found);
      const [first] = Object.keys(found);
      if (first !== undefined) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return first !== undefined;
    };
    const body = bodyOf(new FormData(form), country);
    setFailure(null);
    if (show(addressFieldErrors(body, page))) return;
    setBusy(true);
    try {
      const { orders } = await browserApi();
      await orders.changeShippingAddress({ id: order.id, body }, ifUnchanged(order));
      onDone();
    } catch (error) {
      const found = refusedFields(error, country, page);
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
  // The checkout's label, such as "State" or "Province", exists only in English.
  const hasRuleLabels = isEnglish(language);
  const regionLabel = hasRuleLabels ? rules.region.label : words.region;
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
          hasRuleLabels ? rules.postalCode.label : words.postalCode,
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
