import { useSyncExternalStore } from "react";

/** Fired on window where this tab's session turns out to have expired; other tabs notice by their storage. */
export const sessionEndedEvent = "vetrina:session-ended";

/** Changes with each sign-out, in every tab: what an account has filled in before that belongs to nobody now. */
const signOutKey = "vetrina:sign-out";

/** Whether somebody is signed in here, as far as the browser knows. False on the server and until the page is alive. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribe, hasSession, () => false);
}

/** The mark of the latest sign-out in this browser; empty where there was none. */
export function latestSignOut(): string {
  return read(signOutKey) ?? "";
}

/** Marks a sign-out, so that no tab shows what the account has filled in. */
export function markSignOut(): void {
  try {
    localStorage.setItem(signOutKey, `${Date.now()} ${Math.random()}`);
  } catch {}
  dispatchEvent(new Event(sessionEndedEvent));
}

/** Calls back when somebody signs in or out, in this tab or another one. */
export function subscribe(listener: () => void): () => void {
  addEventListener("storage", listener);
  addEventListener(sessionEndedEvent, listener);
  return () => {
    removeEventListener("storage", listener);
    removeEventListener(sessionEndedEvent, listener);
  };
}

function hasSession(): boolean {
  // As the client keeps them (client/src/tokens.ts), which is no weight on a page that nobody is signed in on.
  return Boolean(read("accessToken") ?? read("refreshToken"));
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
