import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Services } from "../../../platform/context.ts";

/** The token of an email's link, derived from a nonce that is not secret, so neither row nor queued email has the token. */
export function subscriptionToken({ key }: Pick<Services, "key">, nonce: string): string {
  return createHmac("sha256", key("subscription token")).update(nonce).digest("base64url");
}

export function hashSubscriptionToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Stored instead of a token's hash: no link confirms the subscription until it is requested again. */
export function noTokensHash(): Buffer {
  return randomBytes(32);
}
