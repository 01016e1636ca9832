import { toast } from "@vetrina/ui/toast";
import { cartStoreOf, type Removed } from "../draft/cart-store.ts";
import { readDiscountCode, setDiscountCode } from "../draft/discount-code.ts";

// The codes that were removed together with all lines, by what Undo restores.
const codes = new WeakMap<Removed, string>();

/** Removes all lines and the discount code. Undo restores both. */
export function clearCart(slug: string): void {
  const store = cartStoreOf(slug);
  store.clear();
  const { removed } = store.getSnapshot();
  if (removed) codes.set(removed, readDiscountCode(slug));
  setDiscountCode(slug, "");
  toast({ title: "Cart cleared" });
}

/** Restores the lines that were removed last, and the code if it was removed with them. A newer code stays. */
export function undoRemoval(slug: string): void {
  const store = cartStoreOf(slug);
  const { removed } = store.getSnapshot();
  const code = removed && codes.get(removed);
  store.undo();
  if (code && readDiscountCode(slug) === "") setDiscountCode(slug, code);
}
