import { addressRules, fitsPostalCode, missingPostalCode } from "@vetrina/commerce/addresses";
import { emailPattern } from "../lib/email-pattern.ts";
import { type Draft, type FieldName, fieldsOf, valueOf } from "../draft/draft.ts";

/** What is wrong, by field. */
export type FieldErrors = Partial<Record<FieldName, string>>;

const missing: Readonly<Record<string, string>> = {
  email: "Enter your email address.",
  name: "Enter the recipient's full name.",
  country: "Choose a country.",
  address: "Enter the street and number.",
  city: "Enter the town or city.",
};

/** As long as the API takes each field. */
const lengths: Readonly<Record<string, number>> = {
  email: 254,
  name: 120,
  address: 200,
  address2: 200,
  city: 100,
  region: 100,
  postalCode: 20,
  phone: 40,
};

/** What is wrong with one field of the draft; undefined where nothing is. */
export function fieldError(draft: Draft, field: FieldName): string | undefined {
  const value = valueOf(draft, field).trim();
  const name = field.slice(field.indexOf(".") + 1);
  if (!value) return requiredError(draft, field, name);
  const length = lengths[name] ?? 300;
  if (value.length > length) return `Use at most ${length} characters.`;
  if (name === "email" && !emailPattern.test(value))
    return "Enter an email address like name@example.com.";
  if (name === "phone" && !/^[+\d][\d\s()./-]{3,}$/.test(value))
    return "Enter a phone number like +1 512 555 0100.";
  if (name === "postalCode" && !fitsPostalCode(countryOf(draft, field), value))
    return "Enter the ZIP code's five digits.";
  return undefined;
}

/** Everything that is wrong with the first step, in the order of the page. */
export function draftErrors(draft: Draft): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of fieldsOf(draft)) {
    const error = fieldError(draft, field);
    if (error) errors[field] = error;
  }
  return errors;
}

type Fault = { path: string; message: string };

/** The API's faults at the fields they are about; `rest` are those that no field of the page shows. */
export function errorsByField(details: unknown): { errors: FieldErrors; rest: string[] } {
  const errors: FieldErrors = {};
  const rest: string[] = [];
  for (const fault of errorsOf(details)) {
    const field = fault.path
      .replace(/^shippingAddress\./, "shipping.")
      .replace(/^billingAddress\./, "billing.");
    if (isField(field)) errors[field] ??= fault.message;
    else rest.push(`${fault.path}: ${fault.message}`);
  }
  return { errors, rest };
}

function requiredError(draft: Draft, field: FieldName, name: string): string | undefined {
  const rules = addressRules(countryOf(draft, field));
  if (name === "region" && rules.region.required)
    return `Enter the ${rules.region.label.toLowerCase()}.`;
  if (name === "postalCode" && rules.postalCode.required)
    return missingPostalCode(countryOf(draft, field));
  return missing[name];
}

function countryOf(draft: Draft, field: FieldName): string {
  return field.startsWith("billing.") ? draft.billing.country : draft.shipping.country;
}

function isField(field: string): field is FieldName {
  const known: readonly string[] = fieldsOf({ billingSame: false });
  return known.includes(field);
}

function errorsOf(details: unknown): Fault[] {
  if (!Array.isArray(details)) return [];
  return details.filter(
    (fault: unknown): fault is Fault =>
      typeof fault === "object" &&
      fault !== null &&
      typeof (fault as Fault).path === "string" &&
      typeof (fault as Fault).message === "string",
  );
}
