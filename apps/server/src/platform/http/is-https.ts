import type { Context } from "../context.ts";

/**
 * Whether browsers reach the server by HTTPS, according to the request, or to PUBLIC_URL if a proxy that isn't trusted
 * terminates TLS. Cookies are then Secure.
 */
export function isHttps({ origin, services }: Pick<Context, "origin" | "services">): boolean {
  return origin.startsWith("https:") || services.publicUrl.startsWith("https:");
}
