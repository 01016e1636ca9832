import { type CartLineRef, sameLine } from "@vetrina/commerce/cart";
import { cartStoreOf } from "../draft/cart-store.ts";

/** The server's data on a line: units that can be bought now, and the price (major units). */
export type LineFacts = { line: CartLineRef; maxQuantity: number; price: number };

/** Updates the cart's lines with the server's data. Quantities above the maximum are reduced. */
export function learnFacts(slug: string, facts: readonly LineFacts[]): void {
  cartStoreOf(slug).edit((item) => {
    const fact = facts.find(({ line }) => sameLine(line, item));
    // A sold-out line keeps its maximum, because it may be available again later.
    if (!fact || fact.maxQuantity < 1) return item;
    if (fact.maxQuantity === item.maxQuantity && fact.price === item.price) return item;
    return { ...item, maxQuantity: fact.maxQuantity, price: fact.price };
  });
}
