import { currencyDigits } from "@vetrina/commerce/money";
import { stripeAmount, stripeDigits } from "@vetrina/commerce/pricing/stripe-amount";
import { GatewayRefused, UnreadableAmount } from "./provider.ts";

/** Currencies that PayPal and Mollie accept only in whole units. */
const paypalWhole = new Set("HUF JPY TWD".split(" "));
const mollieWhole = new Set("ISK JPY".split(" "));

/** Converts our minor units to Stripe's. Throws GatewayRefused for an amount that Stripe can't charge. */
export function toStripe(minor: number, currency: string): number {
  const amount = stripeAmount(minor, currency);
  if (amount === null) throw unchargeable(currency);
  return amount;
}

/**
 * Converts Stripe's minor units to ours. Stripe's currency codes are lowercase. Throws UnreadableAmount for a fraction of
 * our unit.
 */
export function fromStripe(amount: number, currency: string): number {
  return whole(reportedByStripe(amount, currency), currency);
}

/** Like fromStripe, for an amount of a report, which may be a fraction of our unit: 7522 HUF -> 75.22. */
export function reportedByStripe(amount: number, currency: string): number {
  const code = currency.toUpperCase();
  return readable(amount, stripeDigits(code), code);
}

/** 1999 USD -> "19.99". Throws GatewayRefused for a fraction of a currency that PayPal accepts only in whole units. */
export function toPayPal(minor: number, currency: string): string {
  return toDecimal(minor, currency, paypalWhole.has(currency) ? 0 : 2);
}

/** 1999 EUR -> "19.99". Throws GatewayRefused for a fraction of a currency that Mollie accepts only in whole units. */
export function toMollie(minor: number, currency: string): string {
  return toDecimal(minor, currency, mollieWhole.has(currency) ? 0 : 2);
}

/** The smallest amount, in our minor units, of which `convert` accepts every multiple: 10 for KWD at Stripe, else often 1. */
export function stepOf(
  convert: (minor: number, currency: string) => number | string,
  currency: string,
): number {
  const accepts = (step: number) => {
    try {
      convert(step, currency);
      return true;
    } catch (error) {
      if (error instanceof GatewayRefused) return false;
      throw error;
    }
  };
  return [1, 10, 100].find(accepts) ?? 1000;
}

/** "19.99" USD -> 1999. Throws UnreadableAmount for text that is not an amount of the currency. */
export function fromDecimal(value: string, currency: string): number {
  if (value.startsWith("-")) throw unreadable(value, currency);
  return whole(reportedDecimal(value, currency), currency);
}

/** Like fromDecimal, for an amount of a report, which may be negative or a fraction of our unit: "-0.355" EUR -> -35.5. */
export function reportedDecimal(value: string, currency: string): number {
  const parts = /^(-?\d{1,13})(?:\.(\d{1,6}))?$/.exec(value);
  if (parts === null) throw unreadable(value, currency);
  const [, before = "", fraction = ""] = parts;
  return readable(Number(before + fraction), fraction.length, currency);
}

/** Subtracts amounts of a report without floating-point errors. */
export function difference(one: number, other: number): number {
  return Number((one - other).toFixed(6));
}

/** Converts an integer with this many decimals to our minor units. */
function readable(amount: number, digits: number, currency: string): number {
  if (!Number.isSafeInteger(amount) || !/^[A-Z]{3}$/.test(currency))
    throw unreadable(String(amount), currency);
  const moved = move(amount, digits, currencyDigits(currency));
  if (Math.abs(moved) > Number.MAX_SAFE_INTEGER) throw unreadable(String(amount), currency);
  return moved === 0 ? 0 : moved;
}

function whole(minor: number, currency: string): number {
  if (!Number.isSafeInteger(minor)) throw unreadable(String(minor), currency);
  return minor;
}

function unreadable(value: string, currency: string): UnreadableAmount {
  return new UnreadableAmount(
    `the provider returned an invalid amount: ${value.slice(0, 30)} ${currency.slice(0, 3)}`,
  );
}

function toDecimal(minor: number, currency: string, digits: number): string {
  const amount = String(scale(minor, currencyDigits(currency), digits, currency));
  if (digits === 0) return amount;
  const padded = amount.padStart(digits + 1, "0");
  return `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** Moves the decimal point. Throws GatewayRefused if digits other than 0 would be lost or the result is too large. */
function scale(amount: number, from: number, to: number, currency: string): number {
  const moved = move(amount, from, to);
  if (!Number.isSafeInteger(moved)) throw unchargeable(currency);
  return moved;
}

function move(amount: number, from: number, to: number): number {
  return to >= from ? amount * 10 ** (to - from) : amount / 10 ** (from - to);
}

function unchargeable(currency: string): GatewayRefused {
  return new GatewayRefused(
    "AMOUNT_NOT_SUPPORTED",
    `This provider can't charge this amount in ${currency}. Choose another payment method.`,
  );
}
