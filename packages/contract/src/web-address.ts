import { z } from "zod";

/** The maximum length of a URL that is parsed: twice the longest URL that is stored. */
const maxUrl = 4000;
/** The maximum length of a host's label (RFC 1035), and of the whole host with a port. */
const maxLabel = 63;
const maxHost = 260;

/**
 * Captures the authority of a URL: the part from its scheme or its two leading slashes to its path. Skips the same
 * leading characters as a URL parser.
 */
const authorityOf = /^[^a-z\d/\\]*(?:[a-z][a-z\d+.-]*:[/\\]*|[/\\]{2,})([^/?#\\]*)/i;

/**
 * Parses a URL from an untrusted source. Returns null if it is invalid, longer than maxUrl, or has a label longer than
 * DNS allows. The lengths are limited because the time of URL.parse() grows with the square of a label's length.
 */
export function parseUrl(text: string, base?: string): URL | null {
  if (text.length > maxUrl) return null;
  // Removes tabs and line breaks, as the parser does.
  const [, authority = ""] = authorityOf.exec(text.replaceAll(/[\t\n\r]/g, "")) ?? [];
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  return isShortHost(host) ? URL.parse(text, base) : null;
}

/** Whether a host, with or without a port, is short enough to be parsed. */
export function isShortHost(host: string): boolean {
  return host.length <= maxHost && host.split(".").every(({ length }) => length <= maxLabel);
}

/** A schema for a URL with one of these schemes, such as "https". */
export function WebUrl(schemes: readonly string[], max: number) {
  const message = `Use a complete address that begins with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}.`;
  return z
    .string()
    .trim()
    .max(max)
    .refine((text) => schemes.includes(parseUrl(text)?.protocol.slice(0, -1) ?? ""), message)
    .meta({ format: "uri" });
}
