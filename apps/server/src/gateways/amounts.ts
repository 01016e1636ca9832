import { currencyDigits } from "@vetrina/commerce/money";
import { stripeAmount, stripeDigits } from "@vetrina/commerce/pricing/stripe-amount";
import { GatewayRefused } from "./provider.ts";

/** Currencies that PayPal and Mollie accept only in whole units. */
const paypalWhole = new Set("HUF JPY TWD".split(" "));
const mollieWhole = new Set("ISK JPY".split(" "));

/** Converts our minor units to Stripe's. Throws GatewayRefused for an amount that Stripe can't charge. */
export function toStripe(minor: number, currency: string): number {
  const amount = stripeAmount(minor, currency);
  if (amount === null) throw unchargeable(currency);
  return amount;
}

/** Converts Stripe's minor units to ours. Stripe's currency codes are lowercase. */
export function fromStripe(amount: number, currency: string): number {
  const code = currency.toUpperCase();
  return scale(amount, stripeDigits(code), currencyDigits(code), code);
}

/** 1999 USD -> "19.99". Throws GatewayRefused for a fraction of a currency that PayPal accepts only in whole units. */
export function toPayPal(minor: number, currency: string): string {
  return toDecimal(minor, currency, paypalWhole.has(currency) ? 0 : 2);
}

/** 1999 EUR -> "19.99". Throws GatewayRefused for a fraction of a currency that Mollie accepts only in whole units. */
export function toMollie(minor: number, currency: string): string {
  return toDecimal(minor, currency, mollieWhole.has(currency) ? 0 : 2);
}

/** "19.99" USD -> 1999. Throws Error for text that is not an amount of the currency. */
export function fromDecimal(value: string, currency: string): number {
  const parts = /^(\d{1,13})(?:\.(\d{1,6}))?$/.exec(value);
  if (parts === null) throw new Error("the provider returned an invalid amount");
  const [, whole = "", fraction = ""] = parts;
  return scale(Number(whole + fraction), fraction.length, currencyDigits(currency), currency);
}

/** Like fromDecimal, for an amount that may be negative: "-0.35" EUR -> -35. */
export function fromSignedDecimal(value: string, currency: string): number {
  return value.startsWith("-")
    ? -fromDecimal(value.slice(1), currency)
    : fromDecimal(value, currency);
}

function toDecimal(minor: number, currency: string, digits: number): string {
  const amount = String(scale(minor, currencyDigits(currency), digits, currency));
  if (digits === 0) return amount;
  const padded = amount.padStart(digits + 1, "0");
  return `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** Moves the decimal point. Throws GatewayRefused if digits other than 0 would be lost or the result is too large. */
function scale(amount: number, from: number, to: number, currency: string): number {
  const moved = to >= from ? amount * 10 ** (to - from) : amount / 10 ** (from - to);
  if (!Number.isSafeInteger(moved)) throw unchargeable(currency);
  return moved;
}

function unchargeable(currency: string): GatewayRefused {
  return new GatewayRefused(
    "AMOUNT_NOT_SUPPORTED",
    `This provider can't charge this amount in ${currency}. Choose another payment method.`,
  );
}
