import { badgeText } from "@vetrina/commerce/cart";
import { classNames } from "@vetrina/ui/class-names";
import { Link } from "react-router";
import { useCart } from "./use-cart.ts";
import { preloadCartDrawer } from "./cart-host.tsx";
import { countBadge } from "../lib/count-badge.ts";
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
      {/* *lib/page-script.ts writes the same number before React does. */}
      <span
        data-cart-count=""
        suppressHydrationWarning
        className={classNames(countBadge, "absolute inset-e-0 top-0")}
      >
        {text}
      </span>
      {count > 0 ? <span className="sr-only">{itemsWord(count)}</span> : null}
    </Link>
  );
}
