import { badgeText } from "@vetrina/commerce/cart";
import { classNames } from "@vetrina/ui/class-names";
import { Link } from "react-router";
import { itemsWord } from "../lib/item-count.ts";
import { useWishlist } from "../wishlist/use-wishlist.ts";
import { HeartIcon } from "../lib/icons.tsx";

/** A link to the wishlist with the number of its items. */
export function WishlistLink({ labeled = false }: { labeled?: boolean }) {
  const count = useWishlist().ids.length;
  return (
    <Link
      to="/wishlist"
      className={classNames(
        "relative flex min-h-target min-w-target items-center justify-center",
        labeled && "gap-2 px-2 text-small",
      )}
    >
      <HeartIcon filled={false} />
      <span className={labeled ? undefined : "sr-only"}>Wishlist</span>
      <span className={classNames("count-badge", !labeled && "on-icon")}>
        {count > 0 ? badgeText(count) : ""}
      </span>
      {count > 0 ? <span className="sr-only">{itemsWord(count)}</span> : null}
    </Link>
  );
}
