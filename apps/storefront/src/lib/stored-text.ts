import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
// Texts that could not be stored (private windows, a full disk). They are kept until the page is reloaded or left.
const unstored = new Map<string, string>();

/** The text stored under a key in this browser, kept up to date; null on the server and if there is none. */
export function useStoredText(key: string): string | null {
  return useSyncExternalStore(
    subscribe,
    () => readStoredText(key),
    () => null,
  );
}

/** Stores a new text, derived from the current one. null removes the text. */
export function changeStoredText(
  key: string,
  next: (present: string | null) => string | null,
): void {
  write(key, next(readStoredText(key)));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** The current text under a key; null if there is none. */
export function readStoredText(key: string): string | null {
  const unsaved = unstored.get(key);
  if (unsaved !== undefined) return unsaved;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, text: string | null): void {
  unstored.delete(key);
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    if (text !== null) unstored.set(key, text);
  }
  for (const listener of listeners) listener();
}
