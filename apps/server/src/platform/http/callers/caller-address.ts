import { isIPv4, isIPv6 } from "node:net";

/**
 * Returns the bucket under which limits count an address: the IPv4 address itself, or the /64 network of an IPv6
 * address, because one household or server usually has a whole /64.
 */
export function addressBucket(sent: string): string {
  const address = withoutPort(sent);
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address.split("%", 1)[0] ?? "");
  return ipv4In(groups) ?? `${groups.slice(0, 4).join(":")}::/64`;
}

/** The limit of a wider network, as a multiple of the limit of one /64 network. */
export const widerShare = 8;
/**
 * A smaller multiple, for limits that are a share of a total. With eight shares, one network could use up most of the
 * total.
 */
export const networkShare = 2;

/**
 * The /48 network around an IPv6 bucket, null for an IPv4 address. Providers give one customer up to 65,536 /64
 * networks, so these are counted together too.
 */
export function widerNetwork(bucket: string): string | null {
  const network = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::\/64$/.exec(bucket)?.[1];
  return network === undefined ? null : `${network}::/48`;
}

/**
 * The networks around a bucket, from wide to narrow, the bucket last. An IPv6 provider has a /32, and one customer may
 * get many of its /48s.
 */
export function networksAround(bucket: string): readonly string[] {
  const network = widerNetwork(bucket);
  if (network === null) return [bucket];
  return [`${network.split(":", 2).join(":")}::/32`, network, bucket];
}

/** Removes the caller's port, which some proxies append and which differs for each connection. */
function withoutPort(address: string): string {
  return (
    /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/.exec(address)?.slice(1).find(Boolean) ??
    address
  );
}

/** The eight groups, in lower case without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = "", tail] = withoutDots(address).toLowerCase().split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array.from({ length: zeros }, () => "0"), ...last].map((group) =>
    group.replace(/^0+(?=.)/, ""),
  );
}

/** Writes an IPv4 address at the end, as in ::ffff:192.0.2.7, as two hexadecimal groups. */
function withoutDots(address: string): string {
  const at = address.lastIndexOf(":") + 1;
  const dotted = address.slice(at);
  if (!isIPv4(dotted)) return address;
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split(".").map(Number);
  return `${address.slice(0, at)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

/** IPv4 callers on an IPv6 socket: ::ffff:0:0/96, and 64:ff9b::/96 of a NAT64 or SIIT in front of the server. */
const ipv4Prefixes = new Set(["0:0:0:0:0:ffff", "64:ff9b:0:0:0:0"]);

function ipv4In(groups: readonly string[]): string | null {
  if (!ipv4Prefixes.has(groups.slice(0, 6).join(":"))) return null;
  const numbers = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return numbers.flatMap((number) => [number >> 8, number & 255]).join(".");
}
