import type { Minor } from "@vetrina/contract/money";
import { keptFormat } from "./kept-format.ts";

// Only types are imported from the contract, because its modules import zod, which must not reach the browser.
const digitsOf = new Map<string, number>();

/** The number of decimals of a currency by ISO 4217: USD 2, JPY 0, KWD 3. Throws RangeError for an unknown code. */
export function currencyDigits(currency: string): number {
  let digits = digitsOf.get(currency);
  if (digits === undefined) {
    const format = new Intl.NumberFormat("en", { style: "currency", currency });
    digits = format.resolvedOptions().maximumFractionDigits ?? 2;
    digitsOf.set(currency, digits);
  }
  return digits;
}

/** 19.99 -> 1999. Throws RangeError if the amount has more decimals than the currency or is too large. */
export function toMinor(major: number, currency: string): Minor {
  const scale = 10 ** currencyDigits(currency);
  const minor = Math.round(major * scale);
  // Floating-point sums may be slightly off (0.1 + 0.2), but never by half a cent.
  const slack = 4 * Number.EPSILON * Math.max(1, Math.abs(major));
  if (!Number.isSafeInteger(minor) || Math.abs(minor / scale - major) > slack)
    throw new RangeError(`${major} is not an amount in ${currency}`);
  return minor === 0 ? 0 : minor;
}

/** Maximum of a stored price or limit in minor units: the range of its column. */
export const maxMinor = 2_147_483_647;

/** Maximum of an amount of a whole order, which is stored in a wider column than a price. */
export const maxOrderMinor = Number.MAX_SAFE_INTEGER;

/** Converts a caller's amount to minor units, or returns an error message if it is above `max`. */
export function readAmount(
  major: number,
  currency: string,
  max = maxMinor,
): { minor: Minor } | { problem: string } {
  let minor: Minor;
  try {
    minor = toMinor(major, currency);
  } catch {
    return { problem: `Use no more decimals than ${currency} has.` };
  }
  return minor > max ? { problem: "This amount is too large." } : { minor };
}

/** 1999 -> 19.99: minor units of the currency to the major units of the API. */
export function toMajor(minor: Minor, currency: string): number {
  return minor / 10 ** currencyDigits(currency);
}

/** 19.99 USD en-US -> "$19.99", with as many decimals as the currency has. */
export function formatMoney(major: number, currency: string, locale: string): string {
  const format = keptFormat(
    `money ${locale} ${currency}`,
    () => new Intl.NumberFormat(locale, { style: "currency", currency }),
  );
  return withinAnyText(format.format(major === 0 ? 0 : major));
}

/** Isolates an amount of a right-to-left language, so that its minus and currency sign stay in place within any text. */
function withinAnyText(amount: string): string {
  if (!/[\u061c\u200f]/.test(amount)) return amount;
  return `\u2067${amount.replace(/[A-Z]+\p{Sc}?/u, "\u2066$&\u2069")}\u2069`;
}

/** 1999 USD en-US -> "$19.99". */
export function formatMinor(minor: Minor, currency: string, locale: string): string {
  return formatMoney(toMajor(minor, currency), currency, locale);
}

/** numerator / denominator of integers, rounded to the nearest integer, halves up. The denominator is above 0. */
export function roundHalfUp(numerator: number, denominator: number): number {
  if (!Number.isSafeInteger(numerator) || !Number.isSafeInteger(denominator) || denominator <= 0)
    throw new RangeError(`${numerator} / ${denominator} is not a fraction of integers`);
  // The remainder of two integers is exact even where their quotient isn't.
  let remainder = numerator % denominator;
  let quotient = (numerator - remainder) / denominator;
  if (remainder < 0) {
    remainder += denominator;
    quotient -= 1;
  }
  return quotient + (remainder >= denominator - remainder && remainder > 0 ? 1 : 0) || 0;
}
