import { isIP } from "node:net";

/** The host under which stores get their own; localhost where the platform is known by its numbers alone. */
export function platformHost(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  const isNumbers = isIP(hostname.replaceAll(/[[\]]/g, "")) !== 0;
  return isNumbers ? "localhost" : hostname.replace(/^www\./, "");
}

/** A store's own host under the platform's: atelier.localhost, atelier.vetrina.example. No store can claim it or move it. */
export function hostOfStore(slug: string, publicUrl: string): string {
  return `${slug}.${platformHost(publicUrl)}`;
}
