import { ApiFailure } from "../errors.ts";
import { hostKey, isLoopback } from "../host-name.ts";
import type { StoreDirectory, StoreRef } from "../store-directory.ts";

/** The store of a host name: a verified domain's, or for loopback names the default one. Throws UNKNOWN_HOST. */
export async function storeOfHost(directory: StoreDirectory, hostname: string): Promise<StoreRef> {
  const host = hostKey(hostname);
  const store = isLoopback(host) ? await directory.first() : await hostsStore(directory, host);
  if (store === null) throw new ApiFailure("UNKNOWN_HOST", "No store answers at this address.");
  return store;
}

/** Of a name in the DNS; anything longer is not looked for and not remembered. */
const longestHost = 253;

/**
 * A bare word is never a host, so that a store's slug is not taken for one; nor is what would be the host of an address and
 * more, shop.example/x.
 */
async function hostsStore(directory: StoreDirectory, host: string): Promise<StoreRef | null> {
  if (!host.includes(".") || host.length > longestHost || /[\s/?#\\@]/.test(host)) return null;
  return directory.find(host);
}
