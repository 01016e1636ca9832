import type { Minor } from "@vetrina/contract/money";
import { currencyDigits } from "../money.ts";

/**
 * Currencies that don't have two decimals at Stripe (docs.stripe.com/currencies). ISK and UGX have two there, but only
 * whole units can be charged. For currencies with three decimals, the last one must be 0.
 */
const withoutDecimals = new Set(
  "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "),
);
const withThree = new Set("BHD JOD KWD OMR TND".split(" "));
const wholeUnits = new Set(["ISK", "UGX"]);

/** The number of decimals that Stripe's amounts have in a currency. */
export function stripeDigits(currency: string): number {
  if (withoutDecimals.has(currency)) return 0;
  return withThree.has(currency) ? 3 : 2;
}

/** Converts our minor units to Stripe's; null if Stripe can't charge this amount. */
export function stripeAmount(minor: Minor, currency: string): number | null {
  const more = stripeDigits(currency) - currencyDigits(currency);
  // Divides instead of multiplying by 0.01, which is inexact.
  const amount = more < 0 ? minor / 10 ** -more : minor * 10 ** more;
  const step = withThree.has(currency) ? 10 : wholeUnits.has(currency) ? 100 : 1;
  return Number.isSafeInteger(amount) && amount % step === 0 ? amount : null;
}
