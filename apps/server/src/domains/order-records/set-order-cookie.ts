import { readRefreshCookie } from "../../platform/auth/refresh-cookie.ts";
import { hashRefreshToken } from "../../platform/auth/refresh-token.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { hostOfCaller } from "../../platform/http/callers/host-of-caller.ts";
import { orderCookieName } from "../../platform/http/callers/identify.ts";
import { orderCookieValue } from "../../platform/http/callers/order-cookie.ts";
import { isHttps } from "../../platform/http/is-https.ts";
import { cookiesOfOrders } from "./order-key.ts";

const cookieDays = 30;

/**
 * Sets the cookie that opens the order in the buyer's browser. Scripts can't read it. Sets none at a host that belongs
 * to no store, because whoever controls the host later would receive it.
 */
export async function setOrderCookie(ctx: Context, orderId: string, version = 1): Promise<void> {
  const boundTo = await bindingOf(ctx, orderId);
  if (boundTo === undefined) return;
  const secure = isHttps(ctx) ? "; Secure" : "";
  const value = orderCookieValue(ctx.services, orderId, { version, boundTo });
  ctx.setCookie(
    `${orderCookieName(orderId)}=${value}; Path=/; Max-Age=${cookieDays * 86_400}; HttpOnly; SameSite=Lax${secure}`,
  );
}

/**
 * Returns what the new cookie ends with: what the cookie that opened the order ends with, else the browser's session,
 * else the activation of the custom domain. null at the platform's hosts; undefined at a host of no store.
 */
async function bindingOf(ctx: Context, orderId: string): Promise<string | null | undefined> {
  const { actor } = ctx;
  if (actor.kind === "order" && actor.boundTo !== null) return actor.boundTo;
  const host = await hostOfCaller(ctx);
  if (host === null) return undefined;
  const sessionId = await sessionOfBrowser(ctx, orderId);
  if (sessionId !== null || host.customDomain === null) return sessionId;
  const active = await ctx.lookups.row<{ activation: string }>(
    sql`select activation from catalogue.domains where host = ${host.customDomain.host}`,
  );
  return active?.activation;
}

/**
 * Returns the browser's session, or null if it isn't signed in. Without a valid access token, it is the session of the
 * refresh token's cookie, else of an earlier cookie of the order; sessions that have ended don't count.
 */
async function sessionOfBrowser(ctx: Context, orderId: string): Promise<string | null> {
  if (ctx.sessionId !== null) return ctx.sessionId;
  const token = readRefreshCookie(ctx);
  const earlier = cookiesOfOrders(ctx).find(({ id }) => id === orderId)?.boundTo ?? null;
  if (token === null && earlier === null) return null;
  const hash = token === null ? null : hashRefreshToken(token);
  const found = await ctx.lookups.row<{ id: string }>(sql`
    select s.id from shop.sessions s
    where s.revoked_at is null and s.id = any(array[
      (select t.session_id from shop.refresh_tokens t where t.hash = ${hash}::bytea), ${earlier}::uuid])
    order by s.id is not distinct from ${earlier}::uuid limit 1`);
  return found?.id ?? null;
}
