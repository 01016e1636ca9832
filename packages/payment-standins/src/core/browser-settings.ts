import type { Transaction } from "./store.ts";
import { type BrowserSettings, browserSettings } from "./types.ts";

/** What the browser scripts offer now. */
export function readBrowserSettings(tx: Transaction): BrowserSettings {
  const initial = { id: "settings", cardFields: true, hostedFields: true, wallets: false };
  return tx.get(browserSettings, "settings") ?? initial;
}
