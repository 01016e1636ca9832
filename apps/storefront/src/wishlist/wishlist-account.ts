import { maxWishlistItems } from "@vetrina/commerce/constants";
import { wishlistIds } from "./wishlist.ts";

/** The account's list as this browser last read it. */
export type KnownWishlist = {
  customer: string;
  ids: string[];
  /** Whether a user has signed in since then, so that the next page must read the account's list. */
  isStale: boolean;
};
export type WishlistChanges = { add: string[]; remove: string[] };

/** Parses the stored data about the account's wishlist; null if nothing readable is stored. */
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
 * The changes of this browser's list since it last read the account's list. If that was another customer's list, its
 * products are not added, and nothing is removed.
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
  const remaining = ids.filter((id) => !remove.includes(id));
  return [...remaining, ...add.filter((id) => !remaining.includes(id))].slice(-maxWishlistItems);
}
