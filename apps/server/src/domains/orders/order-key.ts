import { isUuid } from "@vetrina/contract/common";
import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { Context, Services } from "../../platform/context.ts";
import { hashKey, orderCookieName } from "../../platform/http/callers/identify.ts";
import { isHttps } from "../../platform/http/is-https.ts";

/**
 * The key that opens an order: 32 bytes nobody can tell from random without the server's secret. Made from the order's
 * id, so that a repeated request gets the same key though only its hash is stored.
 */
export function orderKey(services: Services, orderId: string): { key: string; hash: Buffer } {
  const key = createHmac("sha256", services.key("order key")).update(orderId).digest("base64url");
  return { key, hash: hashKey(key) };
}

export type OwnOrder = { id: string; keyHash: Buffer };

/** So many of a browser's orders are looked at, the newest ones: ids begin with the time. */
const maxOwnOrders = 20;

/** The orders whose keys the browser has sent as cookies; a key that is not the order's is none. */
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

const cookieDays = 30;

/** For the browser that made the order; no script reads it. */
export function orderCookie(ctx: Context, orderId: string, key: string): string {
  const secure = isHttps(ctx) ? "; Secure" : "";
  return `${orderCookieName(orderId)}=${key}; Path=/; Max-Age=${cookieDays * 86_400}; HttpOnly; SameSite=Lax${secure}`;
}

/** Crockford's base 32: no letter that is taken for a digit. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Eight random letters in two groups, e.g. 7K3M-9QXZ: short to read out, and it tells nobody how many orders there are. */
export function newOrderNumber(): string {
  return `${randomLetters(4)}-${randomLetters(4)}`;
}

function randomLetters(count: number): string {
  return Array.from({ length: count }, () => letters.charAt(randomInt(letters.length))).join("");
}
