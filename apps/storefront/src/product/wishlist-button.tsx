import { HeartIcon } from "./icons.tsx";
import { useWishlist } from "./use-wishlist.ts";

/** The heart: puts a product on this browser's wishlist, or takes it off. */
export function WishlistButton({ productId }: { productId: string }) {
  const { wished, toggle } = useWishlist(productId);
  return (
    <button
      type="button"
      aria-pressed={wished}
      aria-label="Add to wishlist"
      onClick={toggle}
      className="flex size-target items-center justify-center hover:bg-tissue aria-pressed:text-pin noscript:hidden"
    >
      <HeartIcon filled={wished} />
    </button>
  );
}
