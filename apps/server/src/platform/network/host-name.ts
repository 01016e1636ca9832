import { isIP } from "node:net";
import { domainToASCII } from "node:url";

/** Of a name in the DNS. */
const maxNameLength = 253;

/**
 * A host is kept as it stands in the DNS, and may be asked for as people write it and browsers send it, port and all. Empty
 * for what is longer than any host: it is not looked into.
 */
export function hostKey(name: string): string {
  if (name.length > maxNameLength + ".:65535".length) return "";
  // The colons of a bare IPv6 address name no port.
  const isBare = name.includes("::") && !name.startsWith("[");
  const host = isBare ? name : name.replace(/\.?(?::\d+)?$/, "");
  if (host.length > maxNameLength) return "";
  const key = domainToASCII(host) || host.toLowerCase();
  return key.length > maxNameLength ? "" : key;
}

/** Whether this is a name under which a machine reaches itself; takes a key. */
export function isLoopback(host: string): boolean {
  if (host === "localhost" || host === "[::1]" || host === "::1") return true;
  return isIP(host) === 4 && host.startsWith("127.");
}

/** Whether a host is on this machine: a loopback name, or NAME.localhost. */
export function isLocal(host: string): boolean {
  return isLoopback(host) || host.endsWith(".localhost");
}
