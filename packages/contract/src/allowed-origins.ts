import { z } from "zod";

/** Its own syntax first: a URL parser would take a path, a user name or a wildcard along without a word. */
const written = /^https?:\/\/[^\s/?#@\\*%]*[^\s/?#@\\*%:]$/i;
/** Of the host as a parser writes it: a name in ASCII or an address, and a port. */
const host = /^(?:[a-z\d_](?:[\w.-]*[a-z\d_])?|\[[\da-f:.]+\])(?::\d+)?$/;
const loopback = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const Origin = z
  .string()
  .trim()
  .max(300)
  .refine(
    isOrigin,
    "Use an origin such as https://shop.example: scheme, host and port, no path, and https except on localhost.",
  )
  .overwrite((text) => originOf(text)?.origin ?? text);

/** The origins whose pages may use a store's calls in a browser, as browsers write them: lower case, punycode, no default port. */
export const AllowedOrigins = z
  .array(Origin)
  .max(20)
  .overwrite((origins) => [...new Set(origins)])
  .meta({
    description:
      "Origins (https://shop.example) whose pages may use the store's calls in a browser; public reads are open to all.",
  });

function isOrigin(text: string): boolean {
  const url = originOf(text);
  if (url === null || !host.test(url.host)) return false;
  return url.protocol === "https:" || loopback.test(url.hostname);
}

function originOf(text: string): URL | null {
  return written.test(text) ? URL.parse(text) : null;
}
