import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** A guest of a checkout: the customer, and the address as its shopper gave it. */
export type Guest = { customerId: string; email: string };

/** So long a handle goes with an order. */
export const guestMinutes = 120;

/**
 * The guest sealed for whoever asked: nobody reads in it or makes one without the server's key, and it fits no other store.
 * Two handles of one guest differ, so that they tell nobody whether it was known.
 */
export function sealGuest(key: Buffer, storeId: string, guest: Guest, expiresAt: Date): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(storeId));
  const text = JSON.stringify([guest.customerId, guest.email, expiresAt.getTime()]);
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString(
    "base64url",
  );
}

/** null for a handle that is forged, another store's or too old. */
export function openGuest(key: Buffer, storeId: string, handle: string, now: Date): Guest | null {
  const sealed = Buffer.from(handle, "base64url");
  if (sealed.length <= 12 + 16) return null;
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12), {
      authTagLength: 16,
    })
      .setAAD(Buffer.from(storeId))
      .setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
    const [customerId, email, until] = JSON.parse(text.toString()) as [string, string, number];
    return until > now.getTime() ? { customerId, email } : null;
  } catch {
    return null;
  }
}
