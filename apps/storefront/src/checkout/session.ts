/** What one tab remembers of a checkout, one entry a store. Never an order's key: that is a cookie no script sees. */
export const draftKey = (slug: string) => `vetrina:${slug}:checkout`;
export const attemptKey = (slug: string) => `vetrina:${slug}:checkout-attempt`;
export const lastOrderKey = (slug: string) => `vetrina:${slug}:last-order`;

/** The text under a key of the tab's storage; null without one or without storage. */
export function readSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text in the tab's storage, null takes it out; where there is no storage nothing happens. */
export function writeSession(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {}
}

/** Parses stored JSON to a record; null for anything else. */
export function parseRecord(text: string | null): Record<string, unknown> | null {
  if (!text) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
