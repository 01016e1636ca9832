import { z } from "zod";
import { parseUrl } from "../web-address.ts";

/**
 * The allowed syntax of an origin, checked first because a URL parser silently accepts a path, a user name or a
 * wildcard.
 */
const written = /^https?:\/\/[^\s/?#@\\*%]*[^\s/?#@\\*%:]$/i;
/** A host as a URL parser writes it: an ASCII name or an IP address, with an optional port. */
const host = /^(?:[a-z\d_](?:[\w.-]*[a-z\d_])?|\[[\da-f:.]+\])(?::\d+)?$/;
const loopback = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const Origin = z
  .string()
  .trim()
  .max(300)
  .refine(
    isOrigin,
    "Use an origin such as https://shop.example, with a port if needed, but no path. Only local hosts such as localhost may use http.",
  )
  .overwrite((text) => originOf(text)?.origin ?? text);

/**
 * Origins whose pages may call the store's API from a browser, in the form that browsers send: lower case, punycode, no
 * default port.
 */
export const AllowedOrigins = z
  .array(Origin)
  .max(20)
  .overwrite((origins) => [...new Set(origins)])
  .meta({
    description:
      "Origins (https://shop.example) whose pages may call the store's API from a browser. Public reads are open to every origin.",
  });

function isOrigin(text: string): boolean {
  const url = originOf(text);
  if (url === null || !host.test(url.host)) return false;
  return url.protocol === "https:" || loopback.test(url.hostname);
}

function originOf(text: string): URL | null {
  return written.test(text) ? parseUrl(text) : null;
}
