import type { FastifyRequest } from "fastify";
import { isShortHost } from "@vetrina/contract/web-address";
import { ApiFailure } from "../errors.ts";
import { hostKey, isLoopback } from "../network/host-name.ts";
import type { StoreDirectory, StoreRef } from "../store-directory.ts";
import { callerAddress } from "./transport.ts";

/**
 * Returns the store of a verified host, such as SLUG.localhost. Loopback names, and the platform's host unless a store
 * has it, lead to the default store. Throws UNKNOWN_HOST. `address`: the caller's (see StoreDirectory).
 */
export async function storeOfHost(
  directory: StoreDirectory,
  hostname: string,
  address: string | null = null,
): Promise<StoreRef> {
  const store = await hostsStore(directory, hostKey(hostname), address);
  if (store === null) throw unknownHost();
  return store;
}

/** The store of a request's host. Throws UNKNOWN_HOST. */
export function storeOfRequest(
  directory: StoreDirectory,
  request: FastifyRequest,
): Promise<StoreRef> {
  return storeOfHost(directory, request.hostname, callerAddress(request));
}

/**
 * Throws VALIDATION_FAILED for more than one Host header or none (except in HTTP/1.0, which probes use), and
 * UNKNOWN_HOST if its value is too long or isn't a host with an optional port. Called before anything else, because
 * handlers and pages build URLs with the host, and the time to parse a URL is quadratic in the host's length.
 */
export function requireHost({ host, raw }: FastifyRequest): void {
  // Node keeps only the first Host header in `headers`, but a cache in front may have used another one.
  if (hostsOf(raw) > 1) throw new ApiFailure("VALIDATION_FAILED", "Send one Host header.");
  if (host === "" && raw.httpVersionMajor === 1 && raw.httpVersionMinor === 0) return;
  if (host === "") throw new ApiFailure("VALIDATION_FAILED", "Send a Host header.");
  if (!isShortHost(host) || !hostAndPort.test(host)) throw unknownHost();
}

/** Counts the Host headers. `rawHeaders` alternates between names and values. */
function hostsOf({ rawHeaders }: FastifyRequest["raw"]): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.toLowerCase() === "host") count += 1;
  return count;
}

/**
 * Throws VALIDATION_FAILED if a trusted proxy's X-Forwarded-Proto isn't http or https. Called before anything else,
 * because handlers and pages build URLs with the protocol.
 */
export function requireProtocol({ protocol }: FastifyRequest): void {
  if (protocol === "http" || protocol === "https") return;
  throw new ApiFailure(
    "VALIDATION_FAILED",
    "The proxy in front of this server has to send http or https in X-Forwarded-Proto.",
  );
}

function unknownHost(): ApiFailure {
  return new ApiFailure("UNKNOWN_HOST", "There is no store at this address. Check the address.");
}

/** shop.example, shop.example:8443 or [::1]:3000, and nothing that changes a URL's host, such as shop.example@other. */
const hostAndPort = /^(?:[^\s/?#\\@,:[\]]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/**
 * Finds the store of a normalized host; a loopback name leads to the default store. Other names without a dot lead to
 * none, so that a store's slug can't be mistaken for a host.
 */
async function hostsStore(
  directory: StoreDirectory,
  host: string,
  address: string | null,
): Promise<StoreRef | null> {
  if (isLoopback(host)) return directory.first(address);
  return host.includes(".") ? directory.find(host, address) : null;
}
