import type { CartItem } from "@vetrina/commerce/cart";
import type { QuoteLine } from "@vetrina/contract/pricing/shipping";

/** Whether the sale a line was last seen with has ended, so that the line has its regular price now. */
export function hasSaleEnded(item: CartItem, line: Pick<QuoteLine, "price" | "regularPrice">) {
  return (
    (item.originalPrice ?? 0) > item.price && line.price > item.price && line.regularPrice === null
  );
}
