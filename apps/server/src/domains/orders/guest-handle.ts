import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** What the shopper entered at the checkout. The customer is created with the order. */
export type Guest = { email: string; name?: string | undefined };

/** How long a handle can be used to place an order. */
export const guestMinutes = 120;

/**
 * Encrypts a guest as a handle that only the server's key can read or create. A handle is valid for one store. Two
 * handles of the same guest differ.
 */
export function sealGuest(key: Buffer, storeId: string, guest: Guest, expiresAt: Date): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(storeId));
  const text = JSON.stringify([guest, expiresAt.getTime()]);
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString(
    "base64url",
  );
}

/** Decrypts a handle. Returns null if it is forged, belongs to another store, or has expired. */
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
    const [guest, until] = JSON.parse(text.toString()) as [Guest, number];
    return until > now.getTime() ? guest : null;
  } catch {
    return null;
  }
}
