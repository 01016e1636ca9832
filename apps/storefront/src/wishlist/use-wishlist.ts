import { storageKey } from "@vetrina/commerce/constants";
import { useEffect } from "react";
import { useStore } from "../lib/store.ts";
import { changeStoredText, useStoredText } from "../lib/stored-text.ts";
import { parseWishlist, toggled } from "./wishlist.ts";

/** This browser's wishlist for the store, latest last, and a function that adds or removes a product. */
export function useWishlist(): { ids: string[]; toggle: (productId: string) => void } {
  const { id: storeId, slug } = useStore();
  const key = storageKey(slug, "wishlist");
  return {
    ids: parseWishlist(useStoredText(key)),
    toggle(productId) {
      changeStoredText(key, (now) => JSON.stringify(toggled(parseWishlist(now), productId)));
      void withAccount("syncWishlist", slug, storeId);
    },
  };
}

/** Merges this browser's list with the account's after the user has signed in. Used once per page. */
export function useWishlistOfAccount(): void {
  const { id: storeId, slug } = useStore();
  useEffect(() => {
    void withAccount("joinWishlists", slug, storeId);
  }, [slug, storeId]);
}

/**
 * The client's storage key for its refresh token. Repeated here because importing the client would make every page
 * larger.
 */
export const refreshTokenKey = "refreshToken";

/**
 * Syncs with the account. Failures are only logged, because the browser stores the list, and the next change tries
 * again.
 */
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
    console.warn("The wishlist could not be saved to the account.", error);
  }
}
