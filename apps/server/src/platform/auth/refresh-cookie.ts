import type { Context } from "../context.ts";
import { isHttps } from "../http/is-https.ts";

/**
 * The name and attributes of the refresh token's cookie, which scripts can't read. Over https the name begins with
 * __Host-, so that a neighboring subdomain (another store) can't overwrite the cookie. Browsers then require Path=/.
 */
function place(ctx: Context): { name: string; rest: string } {
  return isHttps(ctx)
    ? { name: "__Host-vetrina_refresh", rest: "Path=/; Secure; HttpOnly; SameSite=Strict" }
    : { name: "vetrina_refresh", rest: "Path=/api/v1/users; HttpOnly; SameSite=Strict" };
}

export function readRefreshCookie(ctx: Context): string | null {
  return ctx.caller.cookie(place(ctx).name);
}

export function setRefreshCookie(ctx: Context, token: string, seconds: number): void {
  const { name, rest } = place(ctx);
  ctx.setCookie(`${name}=${token}; Max-Age=${Math.floor(seconds)}; ${rest}`);
}

export function clearRefreshCookie(ctx: Context): void {
  const { name, rest } = place(ctx);
  ctx.setCookie(`${name}=; Max-Age=0; ${rest}`);
}
