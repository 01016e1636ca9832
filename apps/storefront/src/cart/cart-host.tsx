import { ToastRegion } from "@vetrina/ui/toast";
import { Suspense, useEffect, useState } from "react";
import { useCart } from "./use-cart.ts";
import { whenNeeded } from "../lib/when-needed.ts";

const CartDrawer = whenNeeded(() => import("./cart-drawer.tsx"));

/** Fetches the drawer's code; call it when somebody reaches for the cart. */
export const preloadCartDrawer = CartDrawer.preload;

/** Once a page, at its end: the toasts, and the drawer from its first opening on. */
export function CartHost() {
  const { isOpen, isAdding } = useCart();
  const [opened, setOpened] = useState(false);
  if (isOpen && !opened) setOpened(true);
  // A second before it opens by itself.
  useEffect(() => {
    if (isAdding) preloadCartDrawer();
  }, [isAdding]);
  return (
    <>
      <ToastRegion />
      {opened ? (
        <Suspense fallback={null}>
          <CartDrawer />
        </Suspense>
      ) : null}
    </>
  );
}
