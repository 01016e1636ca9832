import { badgeText } from "@vetrina/commerce/cart";
import { Link } from "react-router";
import { useCart } from "./use-cart.ts";
import { preloadCartDrawer } from "./cart-host.tsx";
import { CartIcon } from "../lib/icons.tsx";
import { itemsWord } from "../lib/item-count.ts";

/** A link to /cart. Once hydrated, it opens the drawer instead. */
export function CartButton() {
  const { count, open } = useCart();
  const text = count > 0 ? badgeText(count) : "";
  return (
    <Link
      to="/cart"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        open();
      }}
      onPointerEnter={preloadCartDrawer}
      onFocus={preloadCartDrawer}
      className="relative flex size-target items-center justify-center"
    >
      <CartIcon />
      <span className="sr-only">Cart</span>
      {/* Before hydration, shell/page-script.server.ts writes the number of items here. */}
      <span data-cart-count="" suppressHydrationWarning className="count-badge on-icon">
        {text}
      </span>
      {count > 0 ? <span className="sr-only">{itemsWord(count)}</span> : null}
    </Link>
  );
}
