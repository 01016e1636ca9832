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
      className="relative flex size-target items-center justify-center lg:w-auto lg:gap-2 lg:px-2"
    >
      <CartIcon />
      <span className="text-small max-lg:sr-only">Cart</span>
      {/* *lib/page-script.ts writes the same number before React does. */}
      <span
        data-cart-count=""
        suppressHydrationWarning
        className={classNames(
          countBadge,
          "max-lg:absolute max-lg:inset-e-0 max-lg:top-0 lg:min-w-8 lg:empty:invisible lg:empty:inline",
        )}
      >
        {text}
      </span>
      {count > 0 ? <span className="sr-only">{itemsWord(count)}</span> : null}
    </Link>
  );
}
