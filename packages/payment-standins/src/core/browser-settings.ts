import type { Transaction } from "./store.ts";
import { type BrowserSettings, browserSettings } from "./types.ts";

/** The current settings of the browser scripts. */
export function readBrowserSettings(tx: Transaction): BrowserSettings {
  const initial = { id: "settings", cardFields: true, hostedFields: true, wallets: false };
  return tx.get(browserSettings, "settings") ?? initial;
}
