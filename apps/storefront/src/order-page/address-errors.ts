import { isApiError } from "@vetrina/client/api-error";
import { addressErrors, postalCodePlaceError } from "@vetrina/commerce/addresses/address-errors";
import { postalCodeExample } from "@vetrina/commerce/addresses/postal-codes";
import { otherStates } from "@vetrina/commerce/addresses/state-postal-codes";
import type { Address } from "@vetrina/contract/common";
import { countryName } from "../lib/formats.ts";
import type { ChangeWords } from "./words/en.ts";
import { fill } from "./words/fill.ts";

export type FieldErrors = Partial<Record<keyof Address, string>>;
type Page = { words: ChangeWords; language: string };

/** Whether the page is in English. The checkout's labels and errors exist only in English. */
export function isEnglish(language: string): boolean {
  return language.startsWith("en");
}

/** The error of each invalid field, in the page's language. */
export function addressFieldErrors(body: Address, page: Page): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of ["name", "address", "city"] as const)
    if (body[name] === "") errors[name] = page.words.missing;
  for (const { path, message } of addressErrors(body))
    errors[path] = body[path] ? wrongPostalCode(message, body.country, page) : page.words.missing;
  const elsewhere = stateError(body, page);
  if (elsewhere !== undefined) errors.postalCode ??= elsewhere;
  return errors;
}

/** The errors of the fields that the API rejected, in the page's language if it has a text for the field. */
export function refusedFields(error: unknown, country: string, page: Page): FieldErrors {
  if (!isApiError(error, "VALIDATION_FAILED") || !Array.isArray(error.details)) return {};
  const known = error.details as { path: keyof Address; message: string }[];
  const textOf = ({ path, message }: (typeof known)[number]) => {
    if (path === "region") return page.words.wrongRegion;
    return path === "postalCode" ? wrongPostalCode(message, country, page) : message;
  };
  return Object.fromEntries(known.map((one) => [one.path, textOf(one)]));
}

/** The error of a postal code that belongs to a different state than the address. */
function stateError(body: Address, { words, language }: Page): string | undefined {
  const others = otherStates(body.country, body.region ?? "", body.postalCode ?? "");
  if (others.length === 0) return undefined;
  if (isEnglish(language)) return postalCodePlaceError(body);
  const states = new Intl.ListFormat(language, { type: "disjunction" }).format(others);
  return fill(words.postalCodeElsewhere, { states });
}

/** The error of a wrong postal code, in the page's language. `message` is the same error in English. */
function wrongPostalCode(message: string, country: string, { words, language }: Page): string {
  if (isEnglish(language)) return message;
  const example = postalCodeExample(country);
  if (example === undefined) return words.wrongPostalCode;
  return fill(words.postalCodeLike, { country: countryName(country, language), example });
}
