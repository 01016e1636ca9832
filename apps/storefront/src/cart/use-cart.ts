import { type CartItem, type CartLineRef, countItems } from "@vetrina/commerce/cart";
import { removedToastMs } from "@vetrina/commerce/constants";
import { toast } from "@vetrina/ui/toast";
import { useMemo, useSyncExternalStore } from "react";
import { type CartStore, cartStoreOf, serverSnapshot } from "../draft/cart-store.ts";
import { useStore } from "../lib/store.ts";

/** The cart with all its actions and their toasts. */
export function useCart() {
  const { slug } = useStore();
  const snapshot = useSyncExternalStore(
    (listener) => cartStoreOf(slug).subscribe(listener),
    () => cartStoreOf(slug).getSnapshot(),
    () => serverSnapshot,
  );
  const actions = useMemo(() => actionsOf(() => cartStoreOf(slug)), [slug]);
  return { ...snapshot, ...actions, count: countItems(snapshot.items) };
}

function actionsOf(store: () => CartStore) {
  function remove(line: CartLineRef): void {
    const item = store().remove(line);
    if (item) toast({ title: "Removed from cart", text: item.name, duration: removedToastMs });
  }
  return {
    /**
     * Stores the line immediately and then opens the drawer. If the cart can't take the line, returns false and shows a
     * toast.
     */
    add: (item: Omit<CartItem, "id">): boolean => {
      const refused = store().add({ ...item, id: "" });
      if (refused) refuse(refused.reason, refused.maximum);
      return !refused;
    },
    /** Sets a line's quantity. 0 removes the line; a quantity above the maximum is reduced to it. */
    update: (line: CartLineRef, quantity: number): void => {
      if (quantity <= 0) remove(line);
      else store().setQuantity(line, quantity);
    },
    remove,
    /** Shows a toast saying that no more units of a line can be added. */
    refuseQuantity: (maximum: number): void => refuse("quantity", maximum),
    open: (): void => store().open(),
    close: (): void => store().close(),
  };
}

function refuse(reason: "quantity" | "lines", maximum: number): void {
  toast({
    title: "Cannot add more items",
    text:
      reason === "quantity"
        ? `The maximum quantity of ${maximum} has been reached for this item.`
        : `A cart holds at most ${maximum} different items.`,
    tone: "destructive",
  });
}
