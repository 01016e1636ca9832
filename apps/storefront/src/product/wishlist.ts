/** The key of the wishlist in local storage, one a store. */
export function wishlistStorageKey(storeSlug: string): string {
  return `vetrina:${storeSlug}:wishlist`;
}

/** The product ids in stored text; nothing that is there can make it throw. */
export function parseWishlist(text: string | null): string[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.filter((id): id is string => typeof id === "string");
  } catch {
    return [];
  }
}

/** The list with the product put in at the end, or taken out. */
export function toggled(ids: readonly string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
}
