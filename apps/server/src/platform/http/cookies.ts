import type { FastifyRequest } from "fastify";
import { parseUrl } from "@vetrina/contract/web-address";

/**
 * Returns the cookies that may authorize a call. Empty if another origin's page made the browser send a call that may
 * change something. SameSite doesn't prevent that, because a sibling store's subdomain is same-site. A GET keeps its
 * cookies, because it changes nothing and the other page can't read the response.
 */
export function cookiesOf(request: FastifyRequest): [name: string, value: string][] {
  const reads = request.method === "GET" || request.method === "HEAD";
  if (!reads && isCrossOrigin(request)) return [];
  return (request.headers.cookie ?? "").split(";").flatMap((part): [string, string][] => {
    const at = part.indexOf("=");
    return at > 0 ? [[part.slice(0, at).trim(), part.slice(at + 1).trim()]] : [];
  });
}

export function cookieOf(request: FastifyRequest, name: string): string | null {
  return cookiesOf(request).find(([known]) => known === name)?.[1] ?? null;
}

/**
 * Whether a page of another origin made the browser send the request. Programs other than browsers send neither
 * Sec-Fetch-Site nor Origin. A proxy may terminate TLS, so hosts are compared, not schemes.
 */
export function isCrossOrigin({ headers, host }: FastifyRequest): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return true;
  const { origin } = headers;
  return origin !== undefined && parseUrl(origin)?.host !== host.toLowerCase();
}
