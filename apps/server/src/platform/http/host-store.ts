import type { FastifyRequest } from "fastify";
import { isShortHost } from "@vetrina/contract/web-address";
import { ApiFailure } from "../errors.ts";
import { hostKey, isLoopback } from "../network/host-name.ts";
import type { StoreDirectory, StoreRef } from "../store-directory.ts";

/**
 * The store that a host name leads to: a verified host, SLUG.localhost, the platform's host or a loopback name. Throws
 * UNKNOWN_HOST.
 */
export async function storeOfHost(directory: StoreDirectory, hostname: string): Promise<StoreRef> {
  const store = noHost.test(hostname) ? null : await hostsStore(directory, hostKey(hostname));
  if (store === null) throw unknownHost();
  return store;
}

/**
 * Throws UNKNOWN_HOST if a request's Host is longer than any real one. Called before anything else, because pages and
 * calls parse the host as part of a URL, which takes quadratic time in its letters.
 */
export function requireShortHost({ host }: FastifyRequest): void {
  if (!isShortHost(host)) throw unknownHost();
}

function unknownHost(): ApiFailure {
  return new ApiFailure("UNKNOWN_HOST", "There is no store at this address. Check the address.");
}

/** Matches text that contains more than a host, such as shop.example/x. */
const noHost = /[\s/?#\\@]/;

/** A single label is never a host, so that a store's slug can't be mistaken for one. */
async function hostsStore(directory: StoreDirectory, host: string): Promise<StoreRef | null> {
  if (isLoopback(host)) return directory.first();
  return host.includes(".") ? directory.find(host) : null;
}
