import type { postalCodePlaceError } from "@vetrina/commerce/addresses/address-errors";
import { addressRules, missingPostalCode } from "@vetrina/commerce/addresses/addresses";
import { emailPattern } from "../lib/email-pattern.ts";
import { missingRegion } from "../draft/country-regions.ts";
import { type Draft, type FieldName, fieldsOf, valueOf } from "../draft/draft.ts";

/** The error of each invalid field. */
export type FieldErrors = Partial<Record<FieldName, string>>;

const missing: Readonly<Record<string, string>> = {
  email: "Enter your email address.",
  name: "Enter the full name.",
  country: "Choose a country.",
  address: "Enter the street address.",
  city: "Enter the city.",
};

/** The API's maximum length for each field. */
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

let checkPostalCode: typeof postalCodePlaceError | undefined;

/**
 * Loads the countries' rules for postal codes, which are too large for the first JavaScript. Until they are loaded, any
 * postal code is accepted here, and the API rejects an order with an invalid one.
 */
export async function loadPostalCodes(): Promise<void> {
  const loaded = await import("@vetrina/commerce/addresses/address-errors");
  checkPostalCode = loaded.postalCodePlaceError;
}

/** The error of one field of the draft; undefined if there is none. */
export function fieldError(draft: Draft, field: FieldName): string | undefined {
  const value = valueOf(draft, field).trim();
  const name = field.slice(field.indexOf(".") + 1);
  if (!value) return requiredError(draft, field, name);
  const length = lengths[name] ?? 300;
  if (value.length > length) return `Use at most ${length} characters.`;
  if (name === "email" && !emailPattern.test(value))
    return "Enter an email address like name@example.com.";
  if (name === "phone" && !/^[+(\d][\d\s()./-]{3,}$/.test(value))
    return "Enter a phone number with at least 4 digits.";
  return name === "postalCode" ? checkPostalCode?.(addressOf(draft, field)) : undefined;
}

/** All errors of the first step, in the order of the page. */
export function draftErrors(draft: Draft): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of fieldsOf(draft)) {
    const error = fieldError(draft, field);
    if (error) errors[field] = error;
  }
  return errors;
}

/**
 * Returns the errors that are still shown after the draft has changed. The errors of changed fields disappear. If the
 * country or state changes, the errors of state and postal code are checked again, because other rules and names apply.
 */
export function errorsAfter(errors: FieldErrors, before: Draft, after: Draft): FieldErrors {
  const left: FieldErrors = {};
  for (const field of fieldsOf({ billingSame: false })) {
    if (errors[field] === undefined || valueOf(before, field) !== valueOf(after, field)) continue;
    const hasMoved =
      /\.(?:region|postalCode)$/.test(field) && placeOf(before, field) !== placeOf(after, field);
    const error = hasMoved ? fieldError(after, field) : errors[field];
    if (error) left[field] = error;
  }
  return left;
}

type FieldError = { path: string; message: string };

/** The API's errors by field. `rest` contains those without a field on the page. */
export function errorsByField(details: unknown): { errors: FieldErrors; rest: string[] } {
  const errors: FieldErrors = {};
  const rest: string[] = [];
  for (const error of errorsOf(details)) {
    const field = error.path.replace(/^(shipping|billing)Address\./, "$1.");
    if (isField(field)) errors[field] ??= error.message;
    else rest.push(`${error.path}: ${error.message}`);
  }
  return { errors, rest };
}

function requiredError(draft: Draft, field: FieldName, name: string): string | undefined {
  const { country } = addressOf(draft, field);
  const rules = addressRules(country);
  if (name === "region" && rules.region.required) return missingRegion(country, rules.region.label);
  if (name === "postalCode" && rules.postalCode.required) return missingPostalCode(country);
  return missing[name];
}

function addressOf({ billing, shipping }: Draft, field: FieldName) {
  return field.startsWith("billing.") ? billing : shipping;
}

function placeOf(draft: Draft, field: FieldName): string {
  const { country, region } = addressOf(draft, field);
  return country + region;
}

function isField(field: string): field is FieldName {
  const known: readonly string[] = fieldsOf({ billingSame: false });
  return known.includes(field);
}

function errorsOf(details: unknown): FieldError[] {
  if (!Array.isArray(details)) return [];
  return details.filter(
    (error: FieldError | null) =>
      typeof error?.path === "string" && typeof error.message === "string",
  );
}
