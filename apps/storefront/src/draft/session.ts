import { useSyncExternalStore } from "react";

// This module stores the checkout's data in this tab. It never stores an order's key, which is in a cookie that scripts
// can't read.
const listeners = new Set<() => void>();
// Texts that could not be stored because the tab's storage is blocked or full. They are kept until the page is left.
const unstored = new Map<string, string | null>();

/** The text stored under a key in this tab; null if there is none. */
export function readSession(key: string): string | null {
  const unsaved = unstored.get(key);
  if (unsaved !== undefined) return unsaved;
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text under a key in this tab; null removes it. */
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

/**
 * The text under a key in this tab, kept up to date. undefined until the page is hydrated, because the server can't
 * read it.
 */
export function useSession(key: string): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(
    subscribe,
    () => readSession(key),
    () => undefined,
  );
}

/** Parses stored JSON into a record; returns null for anything else. */
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
