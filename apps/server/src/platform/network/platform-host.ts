import { isIP } from "node:net";

/** The platform's host, whose subdomains are the stores' hosts. localhost if PUBLIC_URL has only an IP address. */
export function platformHost(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  const isNumbers = isIP(hostname.replaceAll(/[[\]]/g, "")) !== 0;
  return isNumbers ? "localhost" : hostname.replace(/^www\./, "");
}

/**
 * A store's own subdomain of the platform's host: atelier.localhost, atelier.vetrina.example. No store can claim or
 * move it.
 */
export function hostOfStore(slug: string, publicUrl: string): string {
  return `${slug}.${platformHost(publicUrl)}`;
}
