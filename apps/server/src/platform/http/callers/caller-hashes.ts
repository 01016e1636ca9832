import { createHmac } from "node:crypto";
import type { Context } from "../../context.ts";
import { widerNetwork } from "./caller-address.ts";

/** `network`: the wider IPv6 network; null for IPv4. */
export type CallerHashes = { address: Buffer; network: Buffer | null };

/**
 * Hashes of the caller's address and network for rows that count against the caller. They differ from store to store
 * and by purpose, and reveal nothing without the secret. Null if callers aren't limited.
 */
export function callerHashes(
  { services, store, caller: { address }, limitsCallers }: Context,
  purpose: string,
): CallerHashes | null {
  if (!limitsCallers) return null;
  const hash = (counted: string) =>
    createHmac("sha256", services.key(purpose))
      .update(JSON.stringify([store.id, counted]))
      .digest();
  const network = widerNetwork(address);
  return { address: hash(address), network: network === null ? null : hash(network) };
}
