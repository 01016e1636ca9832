import { createHmac, timingSafeEqual } from "node:crypto";

/** Stripe's own tolerance for late deliveries. Each retry is signed again. */
const maxAgeSeconds = 300;
/** Tolerance for clocks that differ. Stripe has no such limit. */
const maxAheadSeconds = 60;
const maxHeaderLength = 2000;
/** Maximum number of signatures in the header. While a secret is being replaced, Stripe signs with both secrets. */
const maxSignatures = 10;

/**
 * Whether Stripe signed these bytes with the secret in the last five minutes. `header`: the Stripe-Signature header.
 */
export function isFromStripe({
  header,
  body,
  secret,
  now,
}: {
  header: string | null;
  body: Uint8Array;
  secret: string;
  now: Date;
}): boolean {
  const signed = header === null ? null : readHeader(header);
  if (signed === null || secret === "") return false;
  const age = Math.floor(now.getTime() / 1000) - Number(signed.time);
  if (age > maxAgeSeconds || age < -maxAheadSeconds) return false;
  const expected = createHmac("sha256", secret).update(`${signed.time}.`).update(body).digest();
  // Compares all signatures, even after a match, so that the timing reveals nothing.
  return signed.signatures.filter((given) => timingSafeEqual(given, expected)).length > 0;
}

/** "t=1700000000,v1=hex,v1=hex,v0=...". Schemes other than v1 are ignored. */
function readHeader(header: string): { time: string; signatures: Buffer[] } | null {
  if (header.length > maxHeaderLength) return null;
  const parts = header.split(",").map((part) => part.trim().split("="));
  const valuesOf = (name: string) =>
    parts.flatMap(([key, value = ""]) => (key === name ? [value] : []));
  const [time = "", ...others] = valuesOf("t");
  const signatures = valuesOf("v1").filter((value) => /^[0-9a-f]{64}$/.test(value));
  if (others.length > 0 || !/^[1-9]\d{8,11}$/.test(time)) return null;
  if (signatures.length === 0 || signatures.length > maxSignatures) return null;
  return { time, signatures: signatures.map((value) => Buffer.from(value, "hex")) };
}
