import { createHash } from "node:crypto";
import { fromDecimal, toDecimal } from "../core/money.ts";
import type { Json } from "../core/types.ts";
import { refuse } from "./errors.ts";

export type Amount = { currency: string; value: string };

export function amountOf(minor: number, currency: string): Amount {
  return { currency, value: toDecimal(minor, currency) };
}

/**
 * Converts an amount in a request to integer minor units. The request must write it with all of the currency's
 * decimals: "10.00" EUR, not "10".
 */
export function minorOf(value: unknown, field = "amount"): { minor: number; currency: string } {
  const { currency, value: text } = (value ?? {}) as Partial<Amount>;
  if (typeof currency !== "string" || typeof text !== "string")
    throw refuse(422, "The amount is missing", field);
  if (!/^[A-Z]{3}$/.test(currency))
    throw refuse(422, "The currency is invalid", `${field}.currency`);
  const minor = fromDecimal(text, currency);
  if (minor === null || toDecimal(minor, currency) !== text)
    throw refuse(422, "The amount contains an invalid value", `${field}.value`);
  if (minor < 1) throw refuse(422, "The amount is lower than the minimum", field);
  return { minor, currency };
}

/** A time in the form 2026-01-31T12:00:00+00:00. */
export function timestamp(at: Date): string {
  return `${at.toISOString().slice(0, 19)}+00:00`;
}

export function link(href: string, type = "application/hal+json"): Json {
  return { href, type };
}

/** The id of an object that an account has only one of, such as its profile. */
export function idOf(prefix: string, account: string): string {
  return `${prefix}_${createHash("sha256").update(account).digest("hex").slice(0, 10)}`;
}

export const documentation = link("https://docs.mollie.com", "text/html");
