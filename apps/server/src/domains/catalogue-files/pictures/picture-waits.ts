import { isIP } from "node:net";

/** What the downloads of one import have cost so far, in all its time slices. */
export type PictureWaits = {
  /** The number of pictures asked for. */
  asked: number;
  /** The sum of the times of all requests. */
  waitedMs: number;
  /** How often each host could not be reached in a row, for the hosts that failed last. */
  hosts: Map<string, number>;
};

/** PictureWaits as they are stored. */
export type StoredWaits = Omit<PictureWaits, "hosts"> & { hosts: [string, number][] };

const failuresInARow = 3;
const failedHostsOfDomain = 5;
const hostsKept = 200;
/** An import waits so long in all, and so much longer for each picture, but never more than `longestMs`. */
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

/** Returns why a picture of this host is not asked for, or null if it is. `host` includes the port. */
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

/** Adds the time of a request, whether it fails or not. */
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
  // Set again, so that the hosts that failed last are at the end.
  hosts.delete(host);
  hosts.set(host, failed);
  const [oldest] = hosts.keys();
  if (hosts.size > hostsKept && oldest !== undefined) hosts.delete(oldest);
}

function hostnameOf(host: string): string {
  return host.replace(/:\d+$/, "");
}

/** Returns the last two labels of a name: any number of names below them may belong to one name server. */
function domainOf(hostname: string): string {
  if (hostname.startsWith("[") || isIP(hostname) !== 0) return hostname;
  return hostname.replace(/\.$/, "").split(".").slice(-2).join(".");
}
