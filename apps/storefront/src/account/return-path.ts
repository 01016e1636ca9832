import { safeReturnTo } from "@vetrina/client/page-location";
import { storageKey } from "@vetrina/commerce/constants";
import { changeStoredText, readStoredText } from "../lib/stored-text.ts";

/** As long as the link works that confirms a new account's email. It may open in another tab. */
const keptMs = 72 * 3_600_000;

/** Keeps the page where a new account was wanted, so that the shopper returns there after signing in. */
export function keepReturnPath(slug: string, path: string): void {
  changeStoredText(keyOf(slug), () => `${Date.now() + keptMs} ${path}`);
}

/** Whether the path is a page that requires signing in. */
export function needsAccount(path: string): boolean {
  return /^\/account(?:[/?#]|$)/.test(path);
}

/** The query of a link to a page that passes the path on. */
export function returnQuery(path: string | null): string {
  return path === null ? "" : `?returnTo=${encodeURIComponent(path)}`;
}

/** The path kept by keepReturnPath; null if there is none, or after three days. */
export function returnPathOf(slug: string): string | null {
  const [until, path] = readStoredText(keyOf(slug))?.split(" ") ?? [];
  return path !== undefined && Number(until) > Date.now() ? safeReturnTo(path) : null;
}

export function forgetReturnPath(slug: string): void {
  changeStoredText(keyOf(slug), () => null);
}

function keyOf(slug: string): string {
  return storageKey(slug, "return-path");
}
