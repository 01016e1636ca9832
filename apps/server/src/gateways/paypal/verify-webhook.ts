import { type KeyObject, verify } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * How long after its transmission time a delivery is accepted. PayPal retries for three days, but each retry has a new
 * time.
 */
const maxAgeMs = 60 * 60_000;
/** Tolerance for clocks that differ. */
const maxAheadMs = 5 * 60_000;
const algorithm = "SHA256withRSA";

/** The values of PayPal's headers, none of them verified yet. */
export type PayPalSignature = {
  transmissionId: string;
  time: string;
  certificateUrl: string;
  signature: Buffer;
};

/**
 * Returns null if a header is missing or malformed, the algorithm differs, or the time is too far off. Cheap, so that
 * a flood of forged deliveries costs little.
 */
export function readPayPalSignature(
  header: (name: string) => string | null,
  now: Date,
): PayPalSignature | null {
  const transmissionId = header("paypal-transmission-id") ?? "";
  const time = header("paypal-transmission-time") ?? "";
  const certificateUrl = header("paypal-cert-url") ?? "";
  const signature = header("paypal-transmission-sig") ?? "";
  if (header("paypal-auth-algo") !== algorithm) return null;
  if (
    !/^[\w-]{1,100}$/.test(transmissionId) ||
    certificateUrl === "" ||
    certificateUrl.length > 300
  )
    return null;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(time)) return null;
  if (signature.length > 1500 || !/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) return null;
  const age = now.getTime() - Date.parse(time);
  // The negation also rejects an invalid time, whose age is NaN.
  if (!(age <= maxAgeMs && age >= -maxAheadMs)) return null;
  return { transmissionId, time, certificateUrl, signature: Buffer.from(signature, "base64") };
}

/**
 * Whether PayPal signed a body with this checksum for the webhook. The signature covers only the body's CRC32, and an
 * attacker can write another body with the same CRC32. So a verified delivery is only a hint to ask PayPal.
 */
export function isFromPayPal(
  { transmissionId, time, signature }: PayPalSignature,
  body: Uint8Array,
  webhookId: string,
  key: KeyObject,
): boolean {
  if (!/^[\w-]{1,100}$/.test(webhookId)) return false;
  const message = [transmissionId, time, webhookId, crc32(body)].join("|");
  return verify("sha256", Buffer.from(message), key, signature);
}
