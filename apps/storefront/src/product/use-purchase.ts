import { cartLineId, sameLine } from "@vetrina/commerce/cart";
import { addedFlagMs, defaultMaxQuantity } from "@vetrina/commerce/constants";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { useCart } from "../cart/use-cart.ts";
import { useStore } from "../lib/store.ts";
import { trackProduct } from "../lib/analytics.ts";
import { cartLineOf } from "../product-data/selection.ts";
import type { PageProduct, PageVariant } from "../product-data/page-product.ts";
import { patiently } from "../lib/when-needed.ts";

export type Purchase = ReturnType<typeof usePurchase>;

/** The state and actions of Quantity, Add to Cart and Buy Now for the selected variant. */
export function usePurchase(product: PageProduct, variant: PageVariant | undefined) {
  const store = useStore();
  const cart = useCart();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(1);
  const [added, setAdded] = useState(0);
  const maximum =
    variant && variant.maxQuantity > 0
      ? Math.min(variant.maxQuantity, defaultMaxQuantity)
      : defaultMaxQuantity;
  // The quantity that was chosen for one size may exceed the maximum of the newly selected one.
  const quantity = Math.min(chosen, maximum);
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
    setQuantity: setChosen,
    refuseQuantity: () => cart.refuseQuantity(maximum),
    available: variant?.available ?? false,
    adding: cart.isAdding,
    /** Whether "Added to Cart" is shown: for 3 s after an add, and for as long as the line is in the cart. */
    added: added > 0 || inCart !== undefined,
    inCart: inCart?.quantity ?? 0,
    openCart: cart.open,

    add: () => {
      if (!variant?.available || !line || !cart.add(line)) return;
      setAdded((times) => times + 1);
      setChosen(1);
      trackProduct(store.id, {
        event: "ADD_TO_CART",
        productId: product.id,
        value: variant.price,
      });
    },
    buyNow: async () => {
      if (!variant?.available || !line) return;
      const { storeBuyNowLine } = await patiently(() => import("../cart/use-lines.ts"));
      storeBuyNowLine(store.slug, { ...line, id: cartLineId(line) });
      await navigate("/checkout?buy=now");
    },
  };
}
