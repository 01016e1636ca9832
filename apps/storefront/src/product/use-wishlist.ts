import { useSyncExternalStore } from "react";
import { useStore } from "../lib/store.ts";
import { parseWishlist, toggled, wishlistStorageKey } from "./wishlist.ts";

const listeners = new Set<() => void>();
// Without storage (private windows, a full disk) the list lives as long as the tab.
let unstored: string | null = null;

/** Whether a product is on this browser's wishlist of the store, and the switch for it. */
export function useWishlist(productId: string): { wished: boolean; toggle: () => void } {
  const key = wishlistStorageKey(useStore().slug);
  const text = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => null,
  );
  return {
    wished: parseWishlist(text).includes(productId),
    toggle: () => write(key, JSON.stringify(toggled(parseWishlist(read(key)), productId))),
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? unstored;
  } catch {
    return unstored;
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    unstored = text;
  }
  for (const listener of listeners) listener();
}
