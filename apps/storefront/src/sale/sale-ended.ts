import type { CartItem } from "@vetrina/commerce/cart";
import type { QuoteLine } from "@vetrina/contract/pricing/shipping";

/** Whether the line was on sale when the cart last read its price, and now has its regular price again. */
export function hasSaleEnded(item: CartItem, line: Pick<QuoteLine, "price" | "regularPrice">) {
  return (
    (item.originalPrice ?? 0) > item.price && line.price > item.price && line.regularPrice === null
  );
}
