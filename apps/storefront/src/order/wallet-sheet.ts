import type { ExpressCheckoutPartialAddress, ShippingAddress } from "@stripe/stripe-js";
import { toMinor } from "@vetrina/commerce/money";
import { stripeAmount } from "@vetrina/commerce/pricing/stripe-amount";
import type { Quote } from "@vetrina/contract/pricing/shipping";
import type { OrderBody } from "./attempt.ts";

export type SheetQuote = Pick<
  Quote,
  "currency" | "subtotal" | "discount" | "shipping" | "tax" | "total" | "methods" | "method"
>;

/** An amount in Stripe's units. 0 if Stripe can't charge the amount; the payment is then rejected. */
export function unitsOf(major: number, currency: string): number {
  return stripeAmount(toMinor(major, currency), currency) ?? 0;
}

/** The parts of a quote that a wallet's sheet shows. The sheet preselects the first method. */
export function sheetOf(quote: SheetQuote) {
  const units = (major: number) => unitsOf(major, quote.currency);
  const shipped = quote.methods.filter(({ pickup }) => pickup === null);
  const isChosen = ({ id }: { id: string }) => id === quote.method;
  const ordered = [...shipped.filter(isChosen), ...shipped.filter((each) => !isChosen(each))];
  return {
    lineItems: [
      { name: "Subtotal", amount: units(quote.subtotal) - units(quote.discount) },
      { name: "Shipping", amount: units(quote.shipping) },
      { name: "Tax", amount: units(quote.tax) },
    ],
    shippingRates: ordered.map(({ id, name, price }) => ({
      id,
      displayName: name,
      amount: units(price),
    })),
  };
}

/**
 * The destination, reduced to the fields that determine shipping and tax. Wallets send an empty text for a field that
 * the country doesn't use.
 */
export function destinationOf({ country, state, postal_code }: ExpressCheckoutPartialAddress) {
  return {
    country,
    ...(state === "" ? {} : { region: state }),
    ...(postal_code === "" ? {} : { postalCode: postal_code }),
  };
}

export function addressOf({
  name,
  address,
}: ShippingAddress): NonNullable<OrderBody["shippingAddress"]> {
  const { line1, line2, city } = address;
  return {
    name,
    address: line1,
    ...(line2 ? { address2: line2 } : {}),
    city,
    ...destinationOf(address),
  };
}
