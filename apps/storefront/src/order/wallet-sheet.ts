import type { ExpressCheckoutPartialAddress, ShippingAddress } from "@stripe/stripe-js";
import { toMinor } from "@vetrina/commerce/money";
import { stripeAmount } from "@vetrina/commerce/pricing/stripe-amount";
import type { Quote } from "@vetrina/contract/pricing/shipping";
import type { OrderBody } from "./attempt.ts";

export type SheetQuote = Pick<
  Quote,
  "currency" | "subtotal" | "discount" | "shipping" | "tax" | "total" | "methods" | "method"
>;

/** An amount in Stripe's units; 0 for one that Stripe can't charge, which the payment refuses. */
export function unitsOf(major: number, currency: string): number {
  return stripeAmount(toMinor(major, currency), currency) ?? 0;
}

/** What a wallet's sheet shows of a quote. The first method is preselected there. */
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
 * The destination, with the fields that determine shipping and tax. Wallets leave fields empty that a country doesn't
 * have.
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
