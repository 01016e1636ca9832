import { errorCode } from "../error-code.ts";
import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import path from "node:path";

/** Retries a query once, because a packet may be lost. */
const resolverOptions = { timeout: 2000, tries: 2 };

/**
 * Looks up a host from an untrusted source in the system's order: localhost, the hosts file, DNS. Avoids dns.lookup(),
 * which blocks one of the libuv threads that mail and payments need. The signal cancels the query.
 */
export async function resolveHost(hostname: string, signal: AbortSignal): Promise<LookupAddress[]> {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  if (name === "localhost" || name.endsWith(".localhost"))
    return ["127.0.0.1", "::1"].map(withFamily);
  const local = addressesIn(await readHosts(), name);
  return local.length > 0 ? local.map(withFamily) : askNameServer(name, signal);
}

/** Creates a resolver for each query, because a resolver can only cancel all its queries at once. */
async function askNameServer(name: string, signal: AbortSignal): Promise<LookupAddress[]> {
  signal.throwIfAborted();
  const resolver = new Resolver(resolverOptions);
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    // IPv4 first, because a machine without IPv6 finds out only by trying to connect.
    const [four, six] = await Promise.allSettled([
      resolver.resolve4(name),
      resolver.resolve6(name),
    ]);
    const found = [four, six].flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    if (found.length > 0) return found.map(withFamily);
    if (four.status === "rejected" && errorCode(four.reason) !== "ENODATA") throw four.reason;
    throw six.status === "rejected" ? six.reason : new Error(`${name} has no address`);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

async function readHosts(): Promise<string> {
  const windows = process.env["SystemRoot"];
  const file =
    process.platform === "win32" && windows !== undefined
      ? path.join(windows, "System32", "drivers", "etc", "hosts")
      : "/etc/hosts";
  try {
    return await readFile(file, "utf8");
  } catch {
    return "";
  }
}

/** Returns a name's addresses in the text of a hosts file. */
export function addressesIn(hosts: string, name: string): string[] {
  return hosts.split("\n").flatMap((line) => {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    return isIP(address) !== 0 && names.some((one) => one.toLowerCase() === name) ? [address] : [];
  });
}

function withFamily(address: string): LookupAddress {
  return { address, family: isIP(address) };
}
