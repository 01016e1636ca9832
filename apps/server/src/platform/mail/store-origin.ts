import { isLocal } from "../network/host-name.ts";
import { hostOfStore } from "../network/platform-host.ts";

/**
 * The origin of links to a store outside a request. The platform's own host and those of this machine, such as
 * NAME.localhost in the demo, use the scheme and port of PUBLIC_URL. All others use https.
 */
export function storeOrigin(domain: string | null, publicUrl: string): string {
  const { origin, hostname, protocol, port } = new URL(publicUrl);
  if (domain === null || domain === "" || domain === hostname) return origin;
  if (!isLocal(domain)) return `https://${domain}`;
  return `${protocol}//${domain}${port === "" ? "" : `:${port}`}`;
}

/**
 * Returns the origin of links about accounts: the store's subdomain of the platform's host if `hosts` includes it,
 * otherwise the platform's. Never a custom domain, because its owner decides where it leads, and an account may belong
 * to several stores.
 */
export function accountOrigin(slug: string, hosts: readonly string[], publicUrl: string): string {
  const { origin, protocol, port } = new URL(publicUrl);
  const own = hostOfStore(slug, publicUrl);
  if (!hosts.includes(own)) return origin;
  return `${protocol}//${own}${port === "" ? "" : `:${port}`}`;
}
