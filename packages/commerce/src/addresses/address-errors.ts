import { type AddressParts, addressRules, missingPostalCode, postalCodeName } from "./addresses.ts";
import { postalCodeError } from "./postal-codes.ts";

/** Checks an address's region and postal code by its country's rules. Returns at most one error for each of them. */
export function addressErrors({ country, region, postalCode }: AddressParts) {
  const rules = addressRules(country);
  const errors: { path: "region" | "postalCode"; message: string }[] = [];
  if (rules.region.required && !region?.trim())
    errors.push({ path: "region", message: `Enter the ${rules.region.label.toLowerCase()}.` });
  const code = postalCode?.trim() ?? "";
  if (code === "" && rules.postalCode.required)
    errors.push({ path: "postalCode", message: missingPostalCode(country) });
  const misshapen = postalCodeFormError(country, code);
  if (misshapen !== undefined) errors.push({ path: "postalCode", message: misshapen });
  return errors;
}

/** The error message for a postal code that can't exist in the country; undefined if it can, or if it is empty. */
export function postalCodeFormError(
  country: string,
  code: string | null | undefined,
): string | undefined {
  const written = code?.trim() ?? "";
  return written === "" ? undefined : postalCodeError(country, written, postalCodeName(country));
}
