import { createHash, createHmac, randomBytes } from "node:crypto";

/** A session's first refresh token: 32 random bytes; only its hash is stored. */
export function newRefreshToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Derives the next token from the current one, so that a second tab, or a client whose response was lost, gets the same
 * token although only hashes are stored. Without the key it is indistinguishable from random bytes.
 */
export function successorOf(token: string, key: Buffer): string {
  return createHmac("sha256", key).update(token).digest("base64url");
}

export function hashRefreshToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
