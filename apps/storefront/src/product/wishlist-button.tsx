import { HeartIcon } from "../lib/icons.tsx";
import { useWishlist } from "../wishlist/use-wishlist.ts";

/** The heart button, which adds a product to the wishlist or removes it. */
export function WishlistButton({ productId }: { productId: string }) {
  const { ids, toggle } = useWishlist();
  const wished = ids.includes(productId);
  return (
    <button
      type="button"
      aria-pressed={wished}
      aria-label="Add to wishlist"
      onClick={() => toggle(productId)}
      className="icon-button noscript:hidden"
    >
      <HeartIcon filled={wished} />
    </button>
  );
}
