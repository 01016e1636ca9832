import { type CartItem, sameLine } from "@vetrina/commerce/cart";
import type { ShownLine } from "../order/order-lines.tsx";
import type { NamedQuote } from "./use-checkout-quote.ts";

/** A line of the cart, with the server's data on it if there is any. */
export function shownCartLine(item: CartItem, quote: NamedQuote | undefined): ShownLine {
  const quoted = quote?.lines.find((line) => sameLine(line, item));
  const price = quoted?.price ?? item.price;
  return {
    id: item.id,
    name: quoted?.name ?? item.name,
    image: quoted?.image ?? item.image ?? null,
    color: item.color || (quoted?.color ?? null),
    size: item.size || (quoted?.size ?? null),
    quantity: item.quantity,
    price,
    total: quoted?.total ?? price * item.quantity,
    backorder: quoted?.backorder ?? null,
  };
}
