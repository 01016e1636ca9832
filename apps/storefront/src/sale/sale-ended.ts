import type { CartItem } from "@vetrina/commerce/cart";
import type { QuoteLine } from "@vetrina/contract/pricing/shipping";

/**
 * Whether the sale of the line has ended since the cart last read its price, so that its price is now the regular one.
 */
export function hasSaleEnded(item: CartItem, line: Pick<QuoteLine, "price" | "regularPrice">) {
  return (
    (item.originalPrice ?? 0) > item.price && line.price > item.price && line.regularPrice === null
  );
}
