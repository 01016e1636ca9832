import { isLocal } from "../host-name.ts";

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
