import { widerNetwork } from "../http/callers/caller-address.ts";

/**
 * The first match wins. A user agent also names the browsers that its browser is based on, so derived browsers come
 * first.
 */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\/|\bOPT\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** "Firefox on Linux" from a user-agent header, built only from our own words; null if neither part is known. */
export function describeDevice(userAgent: string | null): string | null {
  const text = (userAgent ?? "").slice(0, 1000);
  const nameIn = (known: readonly [RegExp, string][]) =>
    known.find(([pattern]) => pattern.test(text))?.[1];
  return [nameIn(browsers), nameIn(systems)].filter(Boolean).join(" on ") || null;
}

/** The network around an address from addressBucket(): 203.0.113.0/24 or 2001:db8:0::/48; null if there is none. */
export function coarseAddress(address: string): string | null {
  const v4 = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address)?.[1];
  if (v4 !== undefined) return `${v4}.0/24`;
  return widerNetwork(address);
}
