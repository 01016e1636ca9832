import { signOutStorageKey } from "@vetrina/commerce/constants";
import { useSyncExternalStore } from "react";

/** Fired on window when this tab's session has ended. Other tabs get a storage event instead. */
export const sessionEndedEvent = "vetrina:session-ended";

/** Whether a user is signed in, as far as the browser knows. False on the server and until the page is hydrated. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribe, hasSession, () => false);
}

/** Identifies the latest sign-out in this browser; empty if there was none. */
export function latestSignOut(): string {
  return read(signOutStorageKey) ?? "";
}

/** Records a sign-out, so that no tab still shows data filled in from the account. */
export function markSignOut(): void {
  try {
    localStorage.setItem(signOutStorageKey, `${Date.now()} ${Math.random()}`);
  } catch {}
  dispatchEvent(new Event(sessionEndedEvent));
}

/** Calls the listener when this tab's session ends, and when another tab changes the storage, as signing in does. */
export function subscribe(listener: () => void): () => void {
  addEventListener("storage", listener);
  addEventListener(sessionEndedEvent, listener);
  return () => {
    removeEventListener("storage", listener);
    removeEventListener(sessionEndedEvent, listener);
  };
}

/** Like useSignedIn, outside of components. */
export function hasSession(): boolean {
  // Repeats the storage keys of client/src/tokens.ts. Importing them would load the whole client on every page.
  return Boolean(read("accessToken") ?? read("refreshToken"));
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
