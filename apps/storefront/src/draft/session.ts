import { useSyncExternalStore } from "react";

/** What one tab remembers of a checkout, one entry a store. Never an order's key: that is a cookie no script sees. */
export const draftKey = (slug: string) => `vetrina:${slug}:checkout`;
export const attemptKey = (slug: string) => `vetrina:${slug}:checkout-attempt`;
export const lastOrderKey = (slug: string) => `vetrina:${slug}:last-order`;

const listeners = new Set<() => void>();
// Where the tab has no storage (it is blocked or full), what was entered lives as long as the page.
const unstored = new Map<string, string | null>();

/** The text under a key of the tab's storage; null without one. */
export function readSession(key: string): string | null {
  const kept = unstored.get(key);
  if (kept !== undefined) return kept;
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text in the tab's storage; null takes it out. */
export function writeSession(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
  for (const listener of listeners) listener();
}

/** The text under a key, kept up to date; undefined until the page is alive, for the server has none. */
export function useSession(key: string): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(
    subscribe,
    () => readSession(key),
    () => undefined,
  );
}

/** Parses stored JSON to a record; null for anything else. */
export function parseRecord(text: string | null | undefined): Record<string, unknown> | null {
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

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
