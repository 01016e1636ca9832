import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** RFC 6238 as authenticator apps implement it: SHA-1, six digits, 30 seconds. */
const stepMs = 30_000;
const digits = 6;
/** Clocks differ, so the previous and the next step are accepted too. */
const slack = [0, -1, 1];

/** 20 random bytes, as RFC 4226 recommends for SHA-1. */
export function newTotpSecret(): Buffer {
  return randomBytes(20);
}

/** The step of this code near `now`; null if it matches none. Compares in constant time. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const current = Math.floor(now.getTime() / stepMs);
  let found: number | null = null;
  for (const offset of slack)
    if (timingSafeEqual(digest(codeAt(secret, current + offset)), digest(code)))
      found ??= current + offset;
  return found;
}

/** The code of a step, e.g. "287082". */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** The URI that an authenticator app reads from a QR code. */
export function otpauthUri(secret: Buffer, account: string, issuer: string): string {
  const label = [issuer, account].map(encodeURIComponent).join(":");
  const settings = new URLSearchParams({
    secret: base32(secret),
    issuer,
    algorithm: "SHA1",
    digits: String(digits),
    period: String(stepMs / 1000),
  });
  // Not every app decodes "+" as a space, so use %20.
  return `otpauth://totp/${label}?${settings.toString().replaceAll("+", "%20")}`;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Base32 (RFC 4648) without padding, as authenticator apps expect it. Users without a camera type it. */
export function base32(bytes: Buffer): string {
  let text = "";
  let [bits, held] = [0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet.charAt((held >> (bits - 5)) & 31);
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + alphabet.charAt((held << (5 - bits)) & 31);
}

/** Digests of equal length, so that codes of any length can be compared. */
function digest(code: string): Buffer {
  return createHmac("sha256", "code").update(code).digest();
}
