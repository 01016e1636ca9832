import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
// Without storage (private windows, a full disk) what is kept lives as long as the tab.
const unstored = new Map<string, string>();

/** A text this browser keeps, shared by all tabs; null on the server and where there is none. */
export function useStoredText(key: string): string | null {
  return useSyncExternalStore(
    subscribe,
    () => read(key),
    () => null,
  );
}

/** Keeps another text, made of the one that stands at that moment. */
export function changeStoredText(key: string, next: (present: string | null) => string): void {
  write(key, next(read(key)));
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
  const kept = unstored.get(key) ?? null;
  try {
    return localStorage.getItem(key) ?? kept;
  } catch {
    return kept;
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    unstored.set(key, text);
  }
  for (const listener of listeners) listener();
}
