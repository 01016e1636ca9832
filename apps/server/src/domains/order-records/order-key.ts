import { isUuid } from "@vetrina/contract/common";
import type { LanguageCode } from "@vetrina/contract/enumerations";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context, Services } from "../../platform/context.ts";
import { hashKey, orderCookieName } from "../../platform/http/callers/identify.ts";
import { isHttps } from "../../platform/http/is-https.ts";

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

export type OwnOrder = { id: string; keyHash: Buffer };

/** The maximum number of a browser's orders that are checked, newest first (ids begin with the time). */
const maxOwnOrders = 20;

/**
 * Returns the orders whose first key the browser sent as a cookie. Ignores wrong keys, and those that replaced a
 * revoked key.
 */
export function ownOrders({ caller, services }: Context): OwnOrder[] {
  const prefix = orderCookieName("");
  return caller
    .cookies()
    .filter(([name]) => name.startsWith(prefix) && isUuid(name.slice(prefix.length)))
    .map(([name, key]) => ({ id: name.slice(prefix.length), keyHash: hashKey(key) }))
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, maxOwnOrders)
    .filter(({ id, keyHash }) => timingSafeEqual(keyHash, orderKey(services, id).hash));
}

/**
 * Returns the URL that emails contain to open an order on any device, in the order's language. The key is in the
 * fragment, which browsers never send to a server, not even as a referrer.
 */
export function orderLink(
  origin: string,
  { id, language }: { id: string; language: LanguageCode | null },
  key: string,
): string {
  const query = language === null ? "" : `?lang=${language.toLowerCase()}`;
  return `${origin}/order${query}#${id}.${key}`;
}

const cookieDays = 30;

/** Returns the cookie with the order's key for the buyer's browser. Scripts can't read it. */
export function orderCookie(ctx: Context, orderId: string, key: string): string {
  const secure = isHttps(ctx) ? "; Secure" : "";
  return `${orderCookieName(orderId)}=${key}; Path=/; Max-Age=${cookieDays * 86_400}; HttpOnly; SameSite=Lax${secure}`;
}
