import { z } from "zod";

/** Integer minor units (cents). All sums inside are of this type; the wire carries major units. */
export type Minor = number;

const digitsOf = new Map<string, number>();

/** How many decimals a currency has, by ISO 4217 as the runtime knows it (USD 2, JPY 0, KWD 3). */
export function currencyDigits(currency: string): number {
  let digits = digitsOf.get(currency);
  if (digits === undefined) {
    const format = new Intl.NumberFormat("en", { style: "currency", currency });
    digits = format.resolvedOptions().maximumFractionDigits ?? 2;
    digitsOf.set(currency, digits);
  }
  return digits;
}

/** 1999 USD minor -> 19.99. The one way out to the wire. */
export function toMajor(minor: Minor, currency: string): number {
  return minor / 10 ** currencyDigits(currency);
}

/** 19.99 -> 1999. Throws RangeError when the amount has more decimals than the currency. */
export function toMinor(major: number, currency: string): Minor {
  const scaled = major * 10 ** currencyDigits(currency);
  const minor = Math.round(scaled);
  if (
    !Number.isSafeInteger(minor) ||
    Math.abs(scaled - minor) > 1e-6 * Math.max(1, Math.abs(major))
  )
    throw new RangeError(`${major} is not an amount in ${currency}`);
  return minor === 0 ? 0 : minor;
}

/** An amount on the wire: a number in major units with as many decimals as the currency has. */
export const Amount = z.number().meta({ description: "Major units of the currency, e.g. 19.99." });
/** An amount a caller sends: not negative, at most ten million. */
export const AmountInput = z.number().min(0).max(10_000_000);
/** ISO 4217, upper case. */
export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .meta({ description: "ISO 4217, e.g. USD." });
