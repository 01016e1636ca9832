import { storageKey } from "@vetrina/commerce/constants";
import {
  type CartItem,
  type CartLineRef,
  lineMaximum,
  parseStoredCart,
} from "@vetrina/commerce/cart";

import { useMemo } from "react";
import { learnFacts } from "./learn-facts.ts";
import { useCart } from "./use-cart.ts";
import { useStore } from "../lib/store.ts";
import { cartStoreOf, newInstance } from "../draft/cart-store.ts";
import { useSession, writeSession } from "../draft/session.ts";

/** The lines to buy, and the actions on them. */
export type Lines = {
  isReady: boolean;
  isBuyNow: boolean;
  items: readonly CartItem[];
  setQuantity: (line: CartLineRef, quantity: number) => void;
  remove: (line: CartLineRef) => void;
  /** Call it when the shopper has accepted the line's new price (major units). */
  acceptPrice: (line: CartLineRef, price: number, maxQuantity: number) => void;
  /** Puts the Buy Now line into the cart, for a shopper who goes to the cart. undefined for the cart's own lines. */
  toCart?: (() => void) | undefined;
};

/** The cart's lines, or the single line of Buy Now, which leaves the cart as it is. */
export function useLines(isBuyNow: boolean): Lines {
  const { slug } = useStore();
  const cart = useCart();
  const single = useBuyNowLine();
  if (isBuyNow)
    return { ...single, isBuyNow, toCart: () => single.items.forEach((item) => put(slug, item)) };
  return {
    isReady: !cart.isLoading || cart.items.length > 0,
    isBuyNow,
    items: cart.items,
    setQuantity: cart.update,
    remove: cart.remove,
    acceptPrice: (line, price, maxQuantity) => learnFacts(slug, [{ line, price, maxQuantity }]),
  };
}

/**
 * Adds the line without opening the drawer. If the cart already has it, the greater quantity stays. A full cart stays as
 * it is.
 */
function put(slug: string, item: CartItem): void {
  const store = cartStoreOf(slug);
  const { length } = store.getSnapshot().items;
  store.change({ type: "restore", items: [{ ...item, instance: newInstance() }], index: length });
}

/** Stores the line that /checkout?buy=now buys, for this tab. */
export function storeBuyNowLine(slug: string, item: CartItem): void {
  writeSession(storageKey(slug, "buy-now"), JSON.stringify([item]));
}

function clearBuyNowLine(slug: string): void {
  writeSession(storageKey(slug, "buy-now"), null);
}

function useBuyNowLine(): Omit<Lines, "isBuyNow"> {
  const { slug } = useStore();
  const text = useSession(storageKey(slug, "buy-now"));
  const items = useMemo(() => parseLine(text), [text]);

  function edit(change: (item: CartItem) => CartItem) {
    const [item] = items;
    if (item) storeBuyNowLine(slug, change(item));
  }
  return {
    isReady: text !== undefined,
    items,
    setQuantity: (_, quantity) =>
      edit((item) => ({ ...item, quantity: Math.min(quantity, lineMaximum(item)) })),
    remove: () => clearBuyNowLine(slug),
    acceptPrice: (_, price, maxQuantity) => edit((item) => ({ ...item, price, maxQuantity })),
  };
}

/** Reads a stored line, either alone or as the first of a list. Empty if the text is invalid. */
function parseLine(text: string | null | undefined): CartItem[] {
  const list = text?.trimStart().startsWith("{") ? `[${text}]` : text;
  return parseStoredCart(list).slice(0, 1);
}
