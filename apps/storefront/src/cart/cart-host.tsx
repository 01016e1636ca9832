import { ToastRegion } from "@vetrina/ui/toast";
import { Suspense, useEffect, useState } from "react";
import { useCart } from "./use-cart.ts";
import { whenNeeded } from "../lib/when-needed.ts";

const CartDrawer = whenNeeded(() => import("./cart-drawer.tsx"));

/** Loads the drawer's code. Call it when the cart button is hovered or focused. */
export const preloadCartDrawer = CartDrawer.preload;

/** Rendered once at the end of a page: the toasts, and the drawer once it has been opened. */
export function CartHost() {
  const { isOpen, isAdding } = useCart();
  const [opened, setOpened] = useState(false);
  if (isOpen && !opened) setOpened(true);
  // Loads the drawer's code shortly before the drawer opens.
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
