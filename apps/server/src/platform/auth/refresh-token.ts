import { createHash, createHmac, randomBytes } from "node:crypto";

/** A session's first refresh token: 32 random bytes; only its hash is stored. */
export function newRefreshToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * The next token is derived, so that a client whose response was lost, or a second tab, gets the same one although only
 * hashes are stored. Without the key it can't be told from random bytes.
 */
export function successorOf(token: string, key: Buffer): string {
  return createHmac("sha256", key).update(token).digest("base64url");
}

export function hashRefreshToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
