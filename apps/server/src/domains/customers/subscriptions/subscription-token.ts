import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Services } from "../../../platform/context.ts";

/** The token of a mail's link, made of a nonce that is no secret: neither the row nor the queued mail holds the token. */
export function subscriptionToken({ key }: Pick<Services, "key">, nonce: string): string {
  return createHmac("sha256", key("subscription token")).update(nonce).digest("base64url");
}

export function hashSubscriptionToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** In the place of a token's hash: no link confirms the subscription before it is asked for again. */
export function noTokensHash(): Buffer {
  return randomBytes(32);
}
