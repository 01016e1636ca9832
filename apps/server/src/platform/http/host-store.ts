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
  const store = await hostsStore(directory, hostKey(hostname));
  if (store === null) throw unknownHost();
  return store;
}

/**
 * Throws VALIDATION_FAILED without a Host, and UNKNOWN_HOST if a request's Host is longer than any real one, or more than a host and a port. Called before
 * anything else, because pages and calls parse the host as part of a URL, which takes quadratic time in its letters, and
 * repeat it in addresses. Probes of HTTP/1.0 have no Host.
 */
export function requireHost({ host, raw }: FastifyRequest): void {
  if (host === "" && raw.httpVersionMajor === 1 && raw.httpVersionMinor === 0) return;
  if (host === "") throw new ApiFailure("VALIDATION_FAILED", "Send a Host header.");
  if (!isShortHost(host) || !hostAndPort.test(host)) throw unknownHost();
}

function unknownHost(): ApiFailure {
  return new ApiFailure("UNKNOWN_HOST", "There is no store at this address. Check the address.");
}

/** shop.example, shop.example:8443 or [::1]:3000, and nothing that changes a URL's host, such as shop.example@other. */
const hostAndPort = /^(?:[^\s/?#\\@,:[\]]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/** A single label is never a host, so that a store's slug can't be mistaken for one. */
async function hostsStore(directory: StoreDirectory, host: string): Promise<StoreRef | null> {
  if (isLoopback(host)) return directory.first();
  return host.includes(".") ? directory.find(host) : null;
}
