import type { Context } from "../context.ts";

/**
 * Whether browsers reach the server by https: by the request, or by PUBLIC_URL where a proxy that is not trusted ends TLS.
 * Cookies are Secure then.
 */
export function isHttps({ origin, services }: Pick<Context, "origin" | "services">): boolean {
  return origin.startsWith("https:") || services.publicUrl.startsWith("https:");
}
