import type { CartItem } from "@vetrina/commerce/cart";
import type { QuoteLine } from "@vetrina/contract/pricing/shipping";

/** Whether the line's sale has ended since it was last shown, so that the line now has its regular price. */
export function hasSaleEnded(item: CartItem, line: Pick<QuoteLine, "price" | "regularPrice">) {
  return (
    (item.originalPrice ?? 0) > item.price && line.price > item.price && line.regularPrice === null
  );
}
