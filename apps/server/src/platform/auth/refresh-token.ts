import { createHash, createHmac, randomBytes } from "node:crypto";

/** A session's first refresh token: 32 random bytes; only its hash is stored. */
export function newRefreshToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * The token that follows: derived, so that a client whose answer was lost, or a second tab, gets the very same one
 * although nothing but hashes is kept. Nobody without the key can tell it from random bytes.
 */
export function successorOf(token: string, key: Buffer): string {
  return createHmac("sha256", key).update(token).digest("base64url");
}

export function hashRefreshToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
