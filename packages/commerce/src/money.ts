import type { Minor } from "@vetrina/contract/money";

// The contract's money.ts does the same sums but imports zod, which must not reach the browser.
const digitsOf = new Map<string, number>();
const formats = new Map<string, Intl.NumberFormat>();

/** How many decimals a currency has by ISO 4217: USD 2, JPY 0, KWD 3. RangeError for no currency code. */
export function currencyDigits(currency: string): number {
  let digits = digitsOf.get(currency);
  if (digits === undefined) {
    const format = new Intl.NumberFormat("en", { style: "currency", currency });
    digits = format.resolvedOptions().maximumFractionDigits ?? 2;
    digitsOf.set(currency, digits);
  }
  return digits;
}

/** 19.99 -> 1999. RangeError when the amount has more decimals than the currency or is too large. */
export function toMinor(major: number, currency: string): Minor {
  const scale = 10 ** currencyDigits(currency);
  const minor = Math.round(major * scale);
  // A sum of floats may be some last places off (0.1 + 0.2); half a cent never is.
  const slack = 4 * Number.EPSILON * Math.max(1, Math.abs(major));
  if (!Number.isSafeInteger(minor) || Math.abs(minor / scale - major) > slack)
    throw new RangeError(`${major} is not an amount in ${currency}`);
  return minor === 0 ? 0 : minor;
}

/** Most that is kept of a price or a bound, in minor units: what its column holds. */
export const mostMinor = 2_147_483_647;

/** An amount that somebody sent, in minor units; or what to say of one that cannot be kept. */
export function readAmount(
  major: number,
  currency: string,
): { minor: Minor } | { problem: string } {
  let minor: Minor;
  try {
    minor = toMinor(major, currency);
  } catch {
    return { problem: `Use no more decimals than ${currency} has.` };
  }
  return minor > mostMinor ? { problem: "This amount is too large." } : { minor };
}

/** 1999 -> 19.99: minor units of the currency to the major units of the wire. */
export function toMajor(minor: Minor, currency: string): number {
  return minor / 10 ** currencyDigits(currency);
}

/** 19.99 USD en-US -> "$19.99", with as many decimals as the currency has. */
export function formatMoney(major: number, currency: string, locale: string): string {
  const key = `${locale} ${currency}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, { style: "currency", currency });
    formats.set(key, format);
  }
  return format.format(major === 0 ? 0 : major);
}

/** 1999 USD en-US -> "$19.99". */
export function formatMinor(minor: Minor, currency: string, locale: string): string {
  return formatMoney(toMajor(minor, currency), currency, locale);
}

/**
 * Splits a total by integer weights, largest remainders first (ties: the earlier), summing exactly.
 * All weights 0: in equal parts. RangeError for weights or totals that are not such integers.
 */
export function allocate(total: Minor, weights: readonly number[]): Minor[] {
  if (!Number.isSafeInteger(total)) throw new RangeError(`${total} is not an amount to allocate`);
  if (weights.some((weight) => !Number.isSafeInteger(weight) || weight < 0))
    throw new RangeError("weights must be integers of 0 or more");
  if (weights.length === 0) {
    if (total === 0) return [];
    throw new RangeError("nothing to allocate to");
  }
  const even = weights.every((weight) => weight === 0);
  const shares = even ? weights.map(() => 1) : weights;
  const sum = shares.reduce((all, weight) => all + weight, 0);
  if (!Number.isSafeInteger(sum)) throw new RangeError("the weights' sum is too large");

  const sign = total < 0 ? -1 : 1;
  const parts = shares.map((weight) => divide(sign * total, weight, sum));
  let left = sign * total - parts.reduce((all, part) => all + part.quotient, 0);
  const byRemainder = parts
    .map((part, index) => ({ index, remainder: part.remainder }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  const allocated = parts.map((part) => part.quotient);
  for (const { index } of byRemainder) {
    if (left === 0) break;
    allocated[index] = (allocated[index] ?? 0) + 1;
    left -= 1;
  }
  return allocated.map((part) => (part === 0 ? 0 : sign * part));
}

/** numerator / denominator of integers, to the nearest integer, halves up. Denominator above 0. */
export function roundHalfUp(numerator: number, denominator: number): number {
  if (!Number.isSafeInteger(numerator) || !Number.isSafeInteger(denominator) || denominator <= 0)
    throw new RangeError(`${numerator} / ${denominator} is not a fraction of integers`);
  // The remainder of two integers is exact where their quotient need not be.
  let remainder = numerator % denominator;
  let quotient = (numerator - remainder) / denominator;
  if (remainder < 0) {
    remainder += denominator;
    quotient -= 1;
  }
  return quotient + (remainder >= denominator - remainder && remainder > 0 ? 1 : 0) || 0;
}

/** So many basis points (1/100 of a percent) of an amount of 0 or more, halves up, exact at any size. */
export function partOf(amount: Minor, basisPoints: number): Minor {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new RangeError(`${amount} is not an amount of 0 or more`);
  if (!Number.isSafeInteger(basisPoints) || basisPoints < 0)
    throw new RangeError(`${basisPoints} is not a number of basis points`);
  const { quotient, remainder } = divide(amount, basisPoints, 10_000);
  return quotient + (remainder >= 5_000 ? 1 : 0);
}

// amount * factor / divisor without losing a unit where the product passes 2^53.
function divide(
  amount: number,
  factor: number,
  divisor: number,
): { quotient: number; remainder: number } {
  const product = amount * factor;
  if (Number.isSafeInteger(product)) {
    const remainder = product % divisor;
    return { quotient: (product - remainder) / divisor, remainder };
  }
  const exact = BigInt(amount) * BigInt(factor);
  return {
    quotient: Number(exact / BigInt(divisor)),
    remainder: Number(exact % BigInt(divisor)),
  };
}
