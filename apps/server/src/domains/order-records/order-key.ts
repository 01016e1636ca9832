import { isUuid } from "@vetrina/contract/common";
import type { LanguageCode } from "@vetrina/contract/enumerations";
import { timingSafeEqual } from "node:crypto";
import type { Context } from "../../platform/context.ts";
import { orderCookieName, type OrderKey } from "../../platform/http/callers/identify.ts";
import { keyInCookie, orderKey } from "../../platform/http/callers/order-cookie.ts";

export type OwnOrder = OrderKey & { id: string };

/**
 * The maximum number of a browser's orders that are checked. The newest come first, because ids begin with the time.
 */
const maxOwnOrders = 20;

/**
 * Returns the orders whose first key the browser sent as a cookie. Ignores wrong keys, and those that replaced a
 * revoked key. Doesn't check whether the cookies have ended.
 */
export function ownOrders(ctx: Context): OwnOrder[] {
  return cookiesOfOrders(ctx)
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, maxOwnOrders)
    .filter(({ id, hash }) => timingSafeEqual(hash, orderKey(ctx.services, id).hash));
}

/** Returns the orders of all cookies that the browser sent, with keys that may be wrong. */
export function cookiesOfOrders({ caller, services }: Context): OwnOrder[] {
  const prefix = orderCookieName("");
  return caller.cookies().flatMap(([name, value]) => {
    const id = name.slice(prefix.length);
    if (!name.startsWith(prefix) || !isUuid(id)) return [];
    return [{ id, ...keyInCookie(services, id, value) }];
  });
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
