import { maxWishlistItems } from "@vetrina/commerce/constants";

/** The product ids in stored text, latest last. Invalid text is ignored and never throws. */
export function parseWishlist(text: string | null): string[] {
  try {
    return wishlistIds(JSON.parse(text ?? "null"));
  } catch {
    return [];
  }
}

/** The list with the product added at the end or removed. Beyond the maximum the oldest are dropped. */
export function toggled(ids: readonly string[], id: string): string[] {
  return ids.includes(id)
    ? ids.filter((other) => other !== id)
    : [...ids, id].slice(-maxWishlistItems);
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The ids in a stored value, without duplicates. */
export function wishlistIds(stored: unknown): string[] {
  if (!Array.isArray(stored)) return [];
  const ids = stored.filter((id): id is string => typeof id === "string" && uuid.test(id));
  return [...new Set(ids)].slice(-maxWishlistItems);
}
