import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { widerNetwork, widerShare } from "./caller-address.ts";
import { countCall, uncountCall } from "./rate-limit.ts";

type CallerLimit = {
  max: number;
  seconds?: number;
  weight?: number;
  /** The factor for the wider network; smaller if `max` is a share of a total that others also need. */
  networkShare?: number;
};

/**
 * Counts a call from an address and, for IPv6, from the wider network. Throws RATE_LIMITED above `max`. Counts per
 * minute by default.
 */
export async function countCaller(
  pool: Pool,
  name: string,
  address: string,
  { max, seconds, weight, networkShare = widerShare }: CallerLimit,
): Promise<void> {
  await countCall(pool, `${name} ${address}`, max, seconds, weight);
  const wider = widerNetwork(address);
  if (wider !== null)
    await countCall(pool, `${name} ${wider}`, max * networkShare, seconds, weight);
}

/**
 * Counts a call against its target's limit per minute, whatever address it comes from. Hashes the target, because it may
 * be an order number.
 */
export async function countTarget(
  pool: Pool,
  name: string,
  target: string,
  max: number,
): Promise<void> {
  const hash = createHash("sha256").update(target).digest("base64url");
  await countCall(pool, `${name} target ${hash}`, max);
}

/** Undoes countCaller() for a call that it counted in the current minute. */
export async function uncountCaller(pool: Pool, name: string, address: string): Promise<void> {
  await uncountCall(pool, `${name} ${address}`);
  const wider = widerNetwork(address);
  if (wider !== null) await uncountCall(pool, `${name} ${wider}`);
}
