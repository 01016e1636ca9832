import { isLocal } from "../network/host-name.ts";
import { hostOfStore } from "../network/platform-host.ts";

/**
 * The origin of links to a store where no request tells. A store's own domain is reached over https; the platform's own host
 * and those of this machine, such as NAME.localhost in the demo, as PUBLIC_URL says.
 */
export function storeOrigin(domain: string | null, publicUrl: string): string {
  const { origin, hostname, protocol, port } = new URL(publicUrl);
  if (domain === null || domain === "" || domain === hostname) return origin;
  if (!isLocal(domain)) return `https://${domain}`;
  return `${protocol}//${domain}${port === "" ? "" : `:${port}`}`;
}

/**
 * The origin of links about accounts. An owner decides where a custom domain leads, and an account opens more than one
 * store, so such links lead to the store's host under the platform's while `hosts` has it, else to the platform.
 */
export function accountOrigin(slug: string, hosts: readonly string[], publicUrl: string): string {
  const { origin, protocol, port } = new URL(publicUrl);
  const own = hostOfStore(slug, publicUrl);
  if (!hosts.includes(own)) return origin;
  return `${protocol}//${own}${port === "" ? "" : `:${port}`}`;
}
