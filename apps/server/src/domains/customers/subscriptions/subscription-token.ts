import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Services } from "../../../platform/context.ts";

/**
 * Derives the token in a confirmation link from a nonce that is not secret, so neither the row nor the queued email
 * contains the token.
 */
export function subscriptionToken({ key }: Pick<Services, "key">, nonce: string): string {
  return createHmac("sha256", key("subscription token")).update(nonce).digest("base64url");
}

export function hashSubscriptionToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/**
 * Returns a hash that no token has. Stored in place of a token's hash, it invalidates the confirmation links sent so
 * far.
 */
export function noTokensHash(): Buffer {
  return randomBytes(32);
}
