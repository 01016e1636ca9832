import type { CartItem } from "@vetrina/commerce/cart";
import type { Sums } from "../lib/quote.ts";

/** The place of the payment providers' own buttons. */
export type ExpressPaymentProps = {
  /** Lines that can be bought; never empty. */
  items: readonly CartItem[];
  sums: Sums;
  place: "drawer" | "cart" | "product";
};

/** Pays without the checkout's steps, by a provider's own button. */
export function ExpressPayment({ items }: ExpressPaymentProps) {
  void items;
  return null;
}
