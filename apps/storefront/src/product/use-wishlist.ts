import { useStore } from "../lib/store.ts";
import { changeStoredText, useStoredText } from "../lib/stored-text.ts";
import { parseWishlist, toggled, wishlistStorageKey } from "./wishlist.ts";

/** Whether a product is on this browser's wishlist of the store, and the switch for it. */
export function useWishlist(productId: string): { wished: boolean; toggle: () => void } {
  const key = wishlistStorageKey(useStore().slug);
  const text = useStoredText(key);
  return {
    wished: parseWishlist(text).includes(productId),
    toggle: () =>
      changeStoredText(key, (now) => JSON.stringify(toggled(parseWishlist(now), productId))),
  };
}
