import { type AddressParts, addressRules, missingPostalCode, postalCodeName } from "./addresses.ts";
import { postalCodeError } from "./postal-codes.ts";
import { otherStates } from "./state-postal-codes.ts";

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

/** The error message for a postal code that can't exist in the country, or that belongs to a different state. */
export function postalCodePlaceError(parts: AddressParts): string | undefined {
  const { country, region, postalCode } = parts;
  const misshapen = postalCodeFormError(country, postalCode);
  if (misshapen !== undefined) return misshapen;
  const others = otherStates(country, region ?? "", postalCode ?? "");
  if (others.length === 0) return undefined;
  const name = postalCodeName(country);
  const state = addressRules(country).region.label.toLowerCase();
  return `This ${name} is in ${others.join(" or ")}. Check the ${state} and the ${name}.`;
}
