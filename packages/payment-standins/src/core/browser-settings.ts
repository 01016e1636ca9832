import type { Transaction } from "./store.ts";
import { type BrowserSettings, browserSettings } from "./types.ts";

/** The current settings of the scripts that the stand-ins serve to browsers. */
export function readBrowserSettings(tx: Transaction): BrowserSettings {
  const initial = { id: "settings", cardFields: true, hostedFields: true, wallets: false };
  return tx.get(browserSettings, "settings") ?? initial;
}
