import type { FastifyRequest } from "fastify";
import { ApiFailure } from "./platform/errors.ts";

/**
 * Limits on a page's query. The page parses it several times and repeats it in links. The longest query that a page
 * creates has 20 filters; campaigns add about 10 fields.
 */
const maxQuery = { fields: 100, characters: 2000 };
/** Maximum length of a page's path. The longest path is a collection's whose link has 200 percent-encoded letters. */
const maxPathLength = 2000;

/**
 * The requested page's URL. Of a query that is too long, only the first fields are kept. A path that is too long is
 * cut, because no page has it anyway. Throws UNKNOWN_HOST.
 */
export function pageAddress({ protocol, host, url }: FastifyRequest): URL {
  const path = withoutLateFields(withShortPath(url.replace(/^[^/]+:\/\/[^/]*/, "")));
  // Resolving the path against the host would treat //elsewhere.example/ as another host.
  const address = URL.parse(`${protocol}://${host}${path}`);
  if (address === null)
    throw new ApiFailure("UNKNOWN_HOST", "There is no store at this address. Check the address.");
  return address;
}

function withShortPath(path: string): string {
  const start = path.indexOf("?");
  const end = start === -1 ? path.length : start;
  return end > maxPathLength ? path.slice(0, maxPathLength) + path.slice(end) : path;
}

function withoutLateFields(path: string): string {
  const start = path.indexOf("?") + 1;
  if (start === 0) return path;
  const latest = start + maxQuery.characters;
  let end = start - 1;
  for (let fields = 0; fields < maxQuery.fields && end < path.length; fields += 1) {
    const next = path.indexOf("&", end + 1);
    const fieldEnd = next === -1 ? path.length : next;
    if (fieldEnd > latest) break;
    end = fieldEnd;
  }
  return path.slice(0, end);
}
