import { cartLineId, sameLine, serializeCart } from "@vetrina/commerce/cart";
import { addedFlagMs, buyNowStorageKey, defaultMaxQuantity } from "@vetrina/commerce/constants";
import type { Product, Variant } from "@vetrina/contract/products";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { useCart } from "../lib/cart.tsx";
import { useStore } from "../lib/store.ts";
import { trackProduct } from "./analytics.ts";
import { cartLineOf } from "./selection.ts";

export type Purchase = ReturnType<typeof usePurchase>;

/** Quantity, Add to Cart and Buy Now of the chosen variant. */
export function usePurchase(product: Product, variant: Variant | undefined) {
  const store = useStore();
  const cart = useCart();
  const navigate = useNavigate();
  const [wanted, setWanted] = useState(1);
  const [added, setAdded] = useState(0);
  const maximum =
    variant && variant.stock > 0 ? Math.min(variant.stock, defaultMaxQuantity) : defaultMaxQuantity;
  // What was wanted of one size may be more than there is of the next.
  const quantity = Math.min(wanted, maximum);
  const line = variant && cartLineOf(product, variant, quantity);
  const inCart = line && cart.items.find((item) => sameLine(item, line));

  useEffect(() => {
    if (!added) return undefined;
    const timer = setTimeout(() => setAdded(0), addedFlagMs);
    return () => clearTimeout(timer);
  }, [added]);

  return {
    quantity,
    maximum,
    line,
    setQuantity: setWanted,
    refuseQuantity: () => cart.refuseQuantity(maximum),
    available: variant?.available ?? false,
    adding: cart.isAdding,
    /** For 3 s after an Add, and while the line is in the cart. */
    added: added > 0 || inCart !== undefined,
    inCart: inCart?.quantity ?? 0,
    openCart: cart.open,

    add: () => {
      if (!variant?.available || !line || !cart.add(line)) return;
      setAdded((times) => times + 1);
      setWanted(1);
      trackProduct(store.id, "ADD_TO_CART", product.id, variant.price);
    },
    buyNow: () => {
      if (!variant?.available || !line) return;
      const bought = serializeCart([{ ...line, id: cartLineId(line) }]);
      try {
        localStorage.setItem(buyNowStorageKey(store.slug), bought);
      } catch (error) {
        console.error("The browser keeps nothing for the checkout.", error);
      }
      void navigate("/checkout?buy=now");
    },
  };
}
