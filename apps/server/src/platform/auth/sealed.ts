import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const [nonceBytes, tagBytes] = [12, 16];

/**
 * Encrypts with a 32-byte key (AES-256-GCM). `owner` is authenticated too, so the result can't be used for another
 * owner.
 */
export function seal(key: Buffer, owner: string, secret: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(owner));
  const body = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Decrypts the result of seal(). null if it was encrypted with another key or for another owner, or was changed. */
export function unseal(key: Buffer, owner: string, sealed: Buffer): Buffer | null {
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
  const body = sealed.subarray(nonceBytes + tagBytes);
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes })
      .setAAD(Buffer.from(owner))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch {
    return null;
  }
}
