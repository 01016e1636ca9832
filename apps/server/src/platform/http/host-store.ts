import { ApiFailure } from "../errors.ts";
import { hostKey, isLoopback } from "../network/host-name.ts";
import type { StoreDirectory, StoreRef } from "../store-directory.ts";

/** The store of a host name: a verified domain's, or the default store for loopback names. Throws UNKNOWN_HOST. */
export async function storeOfHost(directory: StoreDirectory, hostname: string): Promise<StoreRef> {
  const store = noHost.test(hostname) ? null : await hostsStore(directory, hostKey(hostname));
  if (store === null)
    throw new ApiFailure("UNKNOWN_HOST", "There is no store at this address. Check the address.");
  return store;
}

/** Matches text that contains more than a host, such as shop.example/x. */
const noHost = /[\s/?#\\@]/;

/** A single label is never a host, so that a store's slug is not taken for one. */
async function hostsStore(directory: StoreDirectory, host: string): Promise<StoreRef | null> {
  if (isLoopback(host)) return directory.first();
  return host.includes(".") ? directory.find(host) : null;
}
