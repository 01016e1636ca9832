import { maxWishlistItems } from "@vetrina/commerce/constants";
import { wishlistIds } from "./wishlist.ts";

/** What the signed-in customer's account held when this browser last asked. */
export type KnownWishlist = {
  customer: string;
  ids: string[];
  /** Somebody has signed in since: the next page asks the account. */
  isStale: boolean;
};
export type WishlistChanges = { add: string[]; remove: string[] };

/** Where this browser keeps what it knows of the account's wishlist; nothing stands there for a guest. */
export function knownWishlistKey(storeSlug: string): string {
  return `vetrina:${storeSlug}:wishlist-account`;
}

/** What is known of the account's wishlist; null where nothing is, or nothing that can be read. */
export function parseKnownWishlist(text: string | null): KnownWishlist | null {
  try {
    const stored: unknown = JSON.parse(text ?? "null");
    if (typeof stored !== "object" || stored === null) return null;
    const { customer, ids, isStale } = stored as Partial<Record<keyof KnownWishlist, unknown>>;
    if (typeof customer !== "string") return null;
    return { customer, ids: wishlistIds(ids), isStale: isStale === true };
  } catch {
    return null;
  }
}

/**
 * What this browser's list has that the account did not, and the other way round. What another customer's account held is
 * never added to this one's, and nothing is removed that this customer's did not hold.
 */
export function changesSince(
  known: KnownWishlist | null,
  customer: string,
  ids: readonly string[],
): WishlistChanges {
  const held = known?.ids ?? [];
  return {
    add: ids.filter((id) => !held.includes(id)),
    remove: known?.customer === customer ? held.filter((id) => !ids.includes(id)) : [],
  };
}

/** The list after these changes. */
export function changed(ids: readonly string[], { add, remove }: WishlistChanges): string[] {
  const kept = ids.filter((id) => !remove.includes(id));
  return [...kept, ...add.filter((id) => !kept.includes(id))].slice(-maxWishlistItems);
}
