import { isIP } from "node:net";
import { domainToASCII } from "node:url";

/** The maximum length of a DNS name. */
const maxNameLength = 253;

/**
 * Normalizes a host as people and browsers write it to its form in the DNS, without a port. Hosts are stored in this
 * form. Empty for text that is longer than any host.
 */
export function hostKey(name: string): string {
  if (name.length > maxNameLength + ".:65535".length) return "";
  // The colons of a bare IPv6 address are not a port.
  const isBare = name.includes("::") && !name.startsWith("[");
  const host = isBare ? name : name.replace(/\.?(?::\d+)?$/, "");
  if (host.length > maxNameLength) return "";
  const key = domainToASCII(host) || host.toLowerCase();
  return key.length > maxNameLength ? "" : key;
}

/** Whether a machine reaches itself under this name (a normalized host). */
export function isLoopback(host: string): boolean {
  if (host === "localhost" || host === "[::1]" || host === "::1") return true;
  return isIP(host) === 4 && host.startsWith("127.");
}

/** Whether a host is on this machine: a loopback name, or NAME.localhost. */
export function isLocal(host: string): boolean {
  return isLoopback(host) || host.endsWith(".localhost");
}
