import { useEffect } from "react";
import { useStore } from "../lib/store.ts";
import { changeStoredText, useStoredText } from "../lib/stored-text.ts";
import { parseWishlist, toggled, wishlistStorageKey } from "./wishlist.ts";

/** This browser's wishlist of the store, the latest last, and the switch for a product. */
export function useWishlist(): { ids: string[]; toggle: (productId: string) => void } {
  const { id: storeId, slug } = useStore();
  const key = wishlistStorageKey(slug);
  return {
    ids: parseWishlist(useStoredText(key)),
    toggle(productId) {
      changeStoredText(key, (now) => JSON.stringify(toggled(parseWishlist(now), productId)));
      void withAccount("syncWishlist", slug, storeId);
    },
  };
}

/** Once a page: where somebody has signed in, this browser's list and the account's become one. */
export function useWishlistOfAccount(): void {
  const { id: storeId, slug } = useStore();
  useEffect(() => {
    void withAccount("joinWishlists", slug, storeId);
  }, [slug, storeId]);
}

/** The client's key of its token, written out: with the client's code every page would be heavier. */
export const refreshTokenKey = "refreshToken";

/** A failure is no matter: the list stands in the browser, and the next page or change tries again. */
async function withAccount(
  act: "joinWishlists" | "syncWishlist",
  slug: string,
  storeId: string,
): Promise<void> {
  try {
    if (localStorage.getItem(refreshTokenKey) === null) return;
    const account = await import("./sync-wishlist.ts");
    await account[act](slug, storeId);
  } catch (error) {
    console.warn("The wishlist was not kept with the account.", error);
  }
}
