/**
 * The origin of links to a store where no request tells. A store's own domain is reached over https; NAME.localhost, as
 * in the demo, at the port that this process listens on.
 */
export function storeOrigin(domain: string | null, publicUrl: string): string {
  const { origin, protocol, port } = new URL(publicUrl);
  if (domain === null || domain === "") return origin;
  const isLocal = domain === "localhost" || domain.endsWith(".localhost");
  if (!isLocal) return `https://${domain}`;
  return `${protocol}//${domain}${port === "" ? "" : `:${port}`}`;
}
