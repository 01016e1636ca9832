import { currencyDigits, maxMinor } from "@vetrina/commerce/money";
import { parseUrl } from "@vetrina/contract/web-address";

/** The value of a cell, or what is wrong with the cell and what to write instead. */
export type Cell<T> = { ok: true; value: T } | { ok: false; problem: string };

const good = <T>(value: T): Cell<T> => ({ ok: true, value });
const bad = (problem: string): Cell<never> => ({ ok: false, problem });

/** Reads "49.90" in USD as 4990 minor units. */
export function readPrice(text: string, currency: string): Cell<number> {
  const digits = currencyDigits(currency);
  const example = digits === 0 ? "49" : `49.${"90".padEnd(digits, "0").slice(0, digits)}`;
  if (/^\d{1,3}(?:\.\d{3})*,\d+$|^\d+,\d+$/.test(text))
    return bad(
      `uses a comma: write a decimal point and no separators between thousands, such as ${example}`,
    );
  const parts = /^(\d{1,30})(?:\.(\d{0,30}))?$/.exec(text);
  if (parts === null) {
    if (/^-\s*\d/.test(text)) return bad("is below 0: write a price of 0 or more");
    return bad(`is not a price: write a number such as ${example}, without a currency sign`);
  }
  const major = BigInt(parts[1] ?? "0");
  const decimals = (parts[2] ?? "").replace(/(?<!0)0+$/, "");
  if (decimals.length > digits)
    return bad(
      `has more decimals than ${currency} has (${digits}): write a number such as ${example}`,
    );
  const minor = major * 10n ** BigInt(digits) + BigInt(decimals.padEnd(digits, "0") || "0");
  if (minor > BigInt(maxMinor)) return bad("is too large: write a smaller price");
  return good(Number(minor));
}

/** Reads "12", "-3" or "12.0", as spreadsheets write integers. */
export function readInteger(text: string, max: number): Cell<number> {
  const parts = /^([+-]?\d{1,15})(?:\.0*)?$/.exec(text);
  if (parts === null)
    return bad("is not a whole number of at most 15 digits: write one such as 12");
  const value = Number(parts[1]);
  if (value > max) return bad(`is more than ${max.toLocaleString("en")}: write a smaller number`);
  return good(value);
}

/** Reads TRUE, FALSE, yes, no, 1 or 0, ignoring case. */
export function readFlag(text: string): Cell<boolean> {
  if (/^(?:true|yes|1)$/i.test(text)) return good(true);
  if (/^(?:false|no|0)$/i.test(text)) return good(false);
  return bad("is neither TRUE nor FALSE: write one of them");
}

const gramsOf: Record<string, number> = { g: 1, kg: 1000, lb: 453.592_37, oz: 28.349_523_125 };
const maxGrams = 1_000_000;

/**
 * Reads a weight in g, kg, lb or oz as whole grams. A weight that rounds to 0 is read as null, because files write an
 * unknown weight as 0.
 */
export function readWeight(text: string, unit: string): Cell<number | null> {
  const grams = Object.hasOwn(gramsOf, unit.toLowerCase())
    ? gramsOf[unit.toLowerCase()]
    : undefined;
  if (grams === undefined) return bad("is not a unit of weight: write g, kg, lb or oz");
  if (!/^\d{1,9}(?:\.\d{1,6})?$/.test(text))
    return bad("is not a weight: write a number such as 350, with at most 6 decimals");
  const value = Math.round(Number(text) * grams);
  if (value > maxGrams) return bad("is more than 1,000 kg: write a smaller weight");
  return good(value === 0 ? null : value);
}

const tooLong = "is longer than 2,000 characters: use a shorter address";

/** Reads an absolute http or https URL and normalizes it. */
export function readUrl(text: string): Cell<string> {
  if (text.length > 2000) return bad(tooLong);
  const url = parseUrl(text);
  if (url === null) return bad("is not an address: write one that begins with https://");
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return bad("is not a web address: use one that begins with http:// or https://");
  if (url.username !== "" || url.password !== "")
    return bad("contains a user name or password: write the address without them");
  if (url.href.length > 2000) return bad(tooLong);
  return good(url.href);
}
