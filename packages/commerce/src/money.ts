import type { Minor } from "@vetrina/contract/money";
import { keptFormat } from "./kept-format.ts";

// This file imports only types from the contract, because the contract's modules import zod, which must not reach the
// browser.
const digitsOf = new Map<string, number>();

/**
 * A currency's number of decimals by ISO 4217: 2 for USD, 0 for JPY, 3 for KWD. Throws RangeError for a malformed code.
 */
export function currencyDigits(currency: string): number {
  let digits = digitsOf.get(currency);
  if (digits === undefined) {
    const format = new Intl.NumberFormat("en", { style: "currency", currency });
    digits = format.resolvedOptions().maximumFractionDigits ?? 2;
    digitsOf.set(currency, digits);
  }
  return digits;
}

/** Converts 19.99 to 1999. Throws RangeError if the amount has more decimals than the currency or is too large. */
export function toMinor(major: number, currency: string): Minor {
  const scale = 10 ** currencyDigits(currency);
  const minor = Math.round(major * scale);
  // Floating-point sums may be slightly off (0.1 + 0.2), but never by as much as half a cent.
  const slack = 4 * Number.EPSILON * Math.max(1, Math.abs(major));
  if (!Number.isSafeInteger(minor) || Math.abs(minor / scale - major) > slack)
    throw new RangeError(`${major} is not an amount in ${currency}`);
  return minor === 0 ? 0 : minor;
}

/** The maximum price or limit in minor units, which is the maximum of the database column. */
export const maxMinor = 2_147_483_647;

/** The maximum amount of a whole order, which is stored in a wider column than a price. */
export const maxOrderMinor = Number.MAX_SAFE_INTEGER;

/**
 * Converts an amount from a request to minor units. Returns an error message if the amount has too many decimals or is
 * above `max`.
 */
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

/** Converts 1999 to 19.99: from minor units of the currency to the API's major units. */
export function toMajor(minor: Minor, currency: string): number {
  return minor / 10 ** currencyDigits(currency);
}

/**
 * Formats 19.99 USD in en-US as "$19.99", with as many decimals as the currency has, and -1 as "−$1.00" with a real
 * minus sign.
 */
export function formatMoney(major: number, currency: string, locale: string): string {
  const format = keptFormat(
    `money ${locale} ${currency}`,
    () => new Intl.NumberFormat(locale, { style: "currency", currency }),
  );
  return withinAnyText(format.format(major === 0 ? 0 : major).replace("-", "−"));
}

/**
 * Isolates an amount in a right-to-left language, so that its minus sign and currency sign stay in place within any
 * text.
 */
function withinAnyText(amount: string): string {
  if (!/[\u061c\u200f]/.test(amount)) return amount;
  return `\u2067${amount.replace(/[A-Z]+\p{Sc}?/u, "\u2066$&\u2069")}\u2069`;
}

/** Formats 1999 minor units of USD in en-US as "$19.99". */
export function formatMinor(minor: Minor, currency: string, locale: string): string {
  return formatMoney(toMajor(minor, currency), currency, locale);
}

/**
 * Divides two integers and rounds the result to the nearest integer, with halves rounded up. The denominator must be
 * above 0.
 */
export function roundHalfUp(numerator: number, denominator: number): number {
  if (!Number.isSafeInteger(numerator) || !Number.isSafeInteger(denominator) || denominator <= 0)
    throw new RangeError(
      `${numerator} / ${denominator} cannot be rounded: use safe integers and a denominator above 0`,
    );
  // The remainder of two integers is exact, even if their quotient isn't.
  let remainder = numerator % denominator;
  let quotient = (numerator - remainder) / denominator;
  if (remainder < 0) {
    remainder += denominator;
    quotient -= 1;
  }
  return quotient + (remainder >= denominator - remainder && remainder > 0 ? 1 : 0) || 0;
}
