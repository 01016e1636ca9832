import { createHash, randomBytes } from "node:crypto";

/** 32 random bytes for the mail's link; the row keeps their hash alone. */
export function newSubscriptionToken(): string {
  return randomBytes(32).toString("base64url");
}

export function hashSubscriptionToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
