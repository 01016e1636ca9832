import { maxWishlistItems } from "@vetrina/commerce/constants";

/** Parses stored product ids, latest last. Invalid text counts as an empty list. */
export function parseWishlist(text: string | null): string[] {
  try {
    return wishlistIds(JSON.parse(text ?? "null"));
  } catch {
    return [];
  }
}

/**
 * The list with the product removed if it was in the list, else added at the end. Beyond the maximum, the oldest are
 * dropped.
 */
export function toggled(ids: readonly string[], id: string): string[] {
  return ids.includes(id)
    ? ids.filter((other) => other !== id)
    : [...ids, id].slice(-maxWishlistItems);
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The valid ids in a stored value, without duplicates. */
export function wishlistIds(stored: unknown): string[] {
  if (!Array.isArray(stored)) return [];
  const ids = stored.filter((id): id is string => typeof id === "string" && uuid.test(id));
  return [...new Set(ids)].slice(-maxWishlistItems);
}
