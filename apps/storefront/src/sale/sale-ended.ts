import type { CartItem } from "@vetrina/commerce/cart";
import type { QuoteLine } from "@vetrina/contract/shipping";

/** What a line was reduced to when it was last looked at is over: it costs its regular price. */
export function hasSaleEnded(item: CartItem, line: Pick<QuoteLine, "price" | "regularPrice">) {
  return (
    (item.originalPrice ?? 0) > item.price && line.price > item.price && line.regularPrice === null
  );
}
