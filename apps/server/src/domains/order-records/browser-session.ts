import { readRefreshCookie } from "../../platform/auth/refresh-cookie.ts";
import { hashRefreshToken } from "../../platform/auth/refresh-token.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { cookiesOfOrders } from "./order-key.ts";

/**
 * Returns the session whose end makes a new cookie of the order invalid, or null if the browser isn't signed in. It is
 * the session of the cookie that opened the order, else the caller's. Without a valid access token, it is the session
 * of the refresh token's cookie, else of an earlier cookie of the order; sessions that have ended don't count.
 */
export async function sessionOfBrowser(ctx: Context, orderId: string): Promise<string | null> {
  const { actor, sessionId } = ctx;
  if (actor.kind === "order" && actor.sessionId !== null) return actor.sessionId;
  if (sessionId !== null) return sessionId;
  const token = readRefreshCookie(ctx);
  const earlier = cookiesOfOrders(ctx).find(({ id }) => id === orderId)?.sessionId ?? null;
  if (token === null && earlier === null) return null;
  const hash = token === null ? null : hashRefreshToken(token);
  const found = await ctx.lookups.row<{ id: string }>(sql`
    select s.id from shop.sessions s
    where s.revoked_at is null and s.id = any(array[
      (select t.session_id from shop.refresh_tokens t where t.hash = ${hash}::bytea), ${earlier}::uuid])
    order by s.id is not distinct from ${earlier}::uuid limit 1`);
  return found?.id ?? null;
}
