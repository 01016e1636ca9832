import { createHmac, timingSafeEqual } from "node:crypto";
import type { Services } from "../../context.ts";
import { hashKey, type OrderKey } from "./identify.ts";

/**
 * Returns the key that opens an order for a year: 32 bytes that look random without the server's secret. It is derived
 * from the order's id, so a repeated request gets the same key although only its hash is stored. A revoked key is
 * replaced by the key of the next version.
 */
export function orderKey(
  services: Pick<Services, "key">,
  orderId: string,
  version = 1,
): { key: string; hash: Buffer } {
  const source = version === 1 ? orderId : `${orderId} ${version}`;
  const key = createHmac("sha256", services.key("order key")).update(source).digest("base64url");
  return { key, hash: hashKey(key) };
}

/**
 * Returns the value of an order's cookie: the order's key, or if it is bound, a value that opens the order only until
 * the session or the activation of the custom domain ends. The key can't be derived from that value.
 */
export function orderCookieValue(
  services: Pick<Services, "key">,
  orderId: string,
  { version = 1, boundTo }: { version?: number; boundTo: string | null },
): string {
  const { key } = orderKey(services, orderId, version);
  return boundTo === null ? key : `${version}.${boundTo}.${proofOf(key, boundTo)}`;
}

/** Returns the key that an order's cookie proves. A wrong value results in a hash that no order has. */
export function keyInCookie(
  services: Pick<Services, "key">,
  orderId: string,
  value: string,
): OrderKey {
  const [, version, boundTo = "", proof = ""] =
    /^([1-9]\d{0,8})\.([0-9a-f-]{36})\.([\w-]{43})$/.exec(value) ?? [];
  if (version !== undefined) {
    const { key, hash } = orderKey(services, orderId, Number(version));
    if (timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(key, boundTo))))
      return { hash, boundTo };
  }
  return { hash: hashKey(value), boundTo: null };
}

function proofOf(key: string, boundTo: string): string {
  return createHmac("sha256", key).update(boundTo).digest("base64url");
}
