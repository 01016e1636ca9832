import { isIP } from "node:net";

/** The time and failures of one import's downloads so far, added up over all time slices of its job. */
export type PictureWaits = {
  /** The number of pictures requested. */
  asked: number;
  /** The sum of the times of all requests. */
  waitedMs: number;
  /** The number of consecutive failures of each host, for the hosts that failed most recently. */
  hosts: Map<string, number>;
};

/** PictureWaits as they are stored. */
export type StoredWaits = Omit<PictureWaits, "hosts"> & { hosts: [string, number][] };

const failuresInARow = 3;
const failedHostsOfDomain = 5;
const hostsKept = 200;
/** All requests of an import together may take `firstMs`, plus `eachMs` for each picture, but at most `longestMs`. */
const firstMs = 10 * 60_000;
const eachMs = 2000;
const longestMs = 24 * 60 * 60_000;

export function noWaits(): PictureWaits {
  return { asked: 0, waitedMs: 0, hosts: new Map() };
}

export function readWaits(stored: StoredWaits | null): PictureWaits {
  return stored === null ? noWaits() : { ...stored, hosts: new Map(stored.hosts) };
}

export function storedWaits({ asked, waitedMs, hosts }: PictureWaits): StoredWaits {
  return { asked, waitedMs: Math.round(waitedMs), hosts: [...hosts] };
}

/** Returns why a picture of this host is not requested, or null if it may be. `host` includes the port. */
export function reasonToSkip(waits: PictureWaits, hostname: string, host: string): string | null {
  const { asked, waitedMs, hosts } = waits;
  if (waitedMs > Math.min(firstMs + eachMs * asked, longestMs))
    return "not tried, because the pictures before it took too long. Import the file again to continue";
  if ((hosts.get(host) ?? 0) >= failuresInARow) return `not tried, because ${host} doesn't respond`;
  const domain = domainOf(hostname);
  const failed = [...hosts.keys()].filter((one) => domainOf(hostnameOf(one)) === domain);
  return failed.length >= failedHostsOfDomain
    ? `not tried, because the hosts of ${domain} don't respond`
    : null;
}

/** Makes a request and counts its time, even if it fails. */
export async function timed<T>(waits: PictureWaits, request: () => Promise<T>): Promise<T> {
  const began = performance.now();
  waits.asked += 1;
  try {
    return await request();
  } finally {
    waits.waitedMs += performance.now() - began;
  }
}

export function countFailure({ hosts }: PictureWaits, host: string): void {
  const failed = (hosts.get(host) ?? 0) + 1;
  // Moves the host to the end, so that the oldest failure comes first.
  hosts.delete(host);
  hosts.set(host, failed);
  const [oldest] = hosts.keys();
  if (hosts.size > hostsKept && oldest !== undefined) hosts.delete(oldest);
}

function hostnameOf(host: string): string {
  return host.replace(/:\d+$/, "");
}

/**
 * Guesses the registered part of a name, such as "example.com" or "example.co.uk". Whoever registered it can create any
 * number of names below it.
 */
function domainOf(hostname: string): string {
  if (hostname.startsWith("[") || isIP(hostname) !== 0) return hostname;
  const labels = hostname.replace(/\.$/, "").split(".");
  const isBelowCountry = labels.at(-1)?.length === 2 && (labels.at(-2)?.length ?? 0) <= 3;
  return labels.slice(isBelowCountry ? -3 : -2).join(".");
}
