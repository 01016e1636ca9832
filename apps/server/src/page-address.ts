import type { FastifyRequest } from "fastify";
import { ApiFailure } from "./platform/errors.ts";

/**
 * Limits on a page's query. The page parses it several times and repeats it in links. The longest query that a page
 * creates has 20 filters; campaigns add about 10 fields.
 */
const maxQuery = { fields: 100, characters: 2000 };

/** The requested page's URL, with only the first fields of an overlong query. Throws UNKNOWN_HOST. */
export function pageAddress({ protocol, host, url }: FastifyRequest): URL {
  const path = withoutLateFields(url.replace(/^[^/]+:\/\/[^/]*/, ""));
  const address = URL.parse(`${protocol}://${host}${path}`);
  if (address === null)
    throw new ApiFailure("UNKNOWN_HOST", "There is no store at this address. Check the address.");
  return address;
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
