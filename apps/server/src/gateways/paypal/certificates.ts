import { parseUrl } from "@vetrina/contract/web-address";
import { type KeyObject, X509Certificate } from "node:crypto";
import type { PaymentEnv } from "@vetrina/contract/enumerations";
import { safeFetch } from "../../platform/network/safe-fetch.ts";
import {
  certificateNames,
  officialRoots,
  trustedKey,
  type TrustedKey,
} from "./certificate-chain.ts";

const hosts: Record<PaymentEnv, readonly string[]> = {
  LIVE: ["api.paypal.com", "api-m.paypal.com"],
  TEST: ["api.sandbox.paypal.com", "api-m.sandbox.paypal.com"],
};

const maxCached = 50;
/**
 * Maximum number of unknown certificate URLs that a process fetches per minute: `maxFirst` counts each caller's first
 * URL, `maxFurther` all others. PayPal uses a handful of URLs, but anyone can send more, and a few callers with many
 * URLs must not block PayPal's own.
 */
const maxFirst = 600;
const maxFurther = 60;
const maxFetchesOfCaller = 4;
const forgetsFailuresMs = 60_000;
const keepsKeysMs = 24 * 60 * 60_000;

/**
 * For a local stand-in that replaces PayPal's sandbox: the origin that serves its certificates, and their root
 * certificate. Never used for LIVE.
 */
export type SandboxTrust = { origin: string; root: string | null };

/**
 * Finds the public key of the certificate at a URL. Returns null if there is no trusted certificate, and "busy" if it
 * can't be fetched now. `caller`: the address that sent the URL; null for an address that many callers share.
 */
export type FindKey = (
  url: string,
  environment: PaymentEnv,
  caller: string | null,
) => Promise<KeyObject | null | "busy">;

type Entry = { found: Promise<TrustedKey | null | "busy">; until: number; isTrusted: boolean };

/**
 * Finds the public keys that verify the signatures of PayPal's webhooks. Results are cached; concurrent calls share a
 * request.
 */
export function createPayPalCertificates(now: () => Date, sandbox: SandboxTrust | null): FindKey {
  const cache = new Map<string, Entry>();
  let fetches: { at: number; caller: string | null; isFirst: boolean }[] = [];

  function mayFetch(caller: string | null): boolean {
    const at = performance.now();
    fetches = fetches.filter((one) => at - one.at < 60_000);
    const own = caller === null ? [] : fetches.filter((one) => one.caller === caller);
    const isFirst = caller !== null && own.length === 0;
    const alike = fetches.filter((one) => one.isFirst === isFirst);
    if (alike.length >= (isFirst ? maxFirst : maxFurther)) return false;
    if (own.length >= maxFetchesOfCaller) return false;
    fetches.push({ at, caller, isFirst });
    return true;
  }

  async function keepFor(entry: Entry): Promise<void> {
    const key = await entry.found;
    const at = now().getTime();
    if (key === null || key === "busy") {
      entry.until = at + forgetsFailuresMs;
      return;
    }
    entry.until = Math.min(at + keepsKeysMs, key.until.getTime());
    entry.isTrusted = true;
  }

  function load(url: string, environment: PaymentEnv): Entry {
    const trust = environment === "TEST" ? sandbox : null;
    const found = fetchKey(url, environment, trust, now()).catch(() => "busy" as const);
    const entry: Entry = { found, until: Infinity, isTrusted: cache.get(url)?.isTrusted === true };
    void keepFor(entry);
    cache.set(url, entry);
    forgetOldest();
    return entry;
  }

  /** Removes the oldest entries. URLs without a trusted certificate go first, because anyone can send them. */
  function forgetOldest(): void {
    for (const isTrusted of [false, true])
      for (const [url, entry] of cache) {
        if (cache.size <= maxCached) return;
        if (entry.isTrusted === isTrusted) cache.delete(url);
      }
  }

  return async (address, environment, caller) => {
    const url = allowedUrl(address, environment, environment === "TEST" ? sandbox : null);
    if (url === null) return null;
    const known = cache.get(url);
    const isFresh = known !== undefined && known.until > now().getTime();
    // Renewing a certificate that was trusted before doesn't count against the limits.
    const isRenewed = known?.isTrusted === true;
    if (!isFresh && !isRenewed && !mayFetch(caller)) return "busy";
    const key = await (isFresh ? known : load(url, environment)).found;
    return key === null || key === "busy" ? key : key.key;
  };
}

/** Returns the URL if it has the form of a certificate's URL at PayPal or at the stand-in; otherwise null. */
function allowedUrl(
  address: string,
  environment: PaymentEnv,
  sandbox: SandboxTrust | null,
): string | null {
  const parsed = parseUrl(address);
  if (parsed === null) return null;
  const { protocol, host, origin, pathname, search, hash, username, password } = parsed;
  const isOfficial = protocol === "https:" && hosts[environment].includes(host);
  if (!isOfficial && origin !== sandbox?.origin) return null;
  if (username !== "" || password !== "" || search !== "" || hash !== "") return null;
  if (!/^\/v1\/notifications\/certs\/CERT-[A-Za-z0-9-]{1,80}$/.test(pathname)) return null;
  return `${origin}${pathname}`;
}

async function fetchKey(
  url: string,
  environment: PaymentEnv,
  sandbox: SandboxTrust | null,
  now: Date,
): Promise<TrustedKey | null> {
  const { origin } = new URL(url);
  const isLocal = origin === sandbox?.origin;
  const { body } = await safeFetch(url, {
    timeoutMs: 5000,
    maximumBytes: 64 * 1024,
    maximumRedirects: 0,
    allowLoopback: isLocal,
  });
  const roots =
    isLocal && sandbox?.root != null ? [new X509Certificate(sandbox.root)] : officialRoots();
  return trustedKey(body.toString("latin1"), certificateNames[environment], roots, now);
}
