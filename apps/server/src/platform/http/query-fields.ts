import { parse } from "fast-querystring";
import type { FastifyRequest } from "fastify";
import { ApiFailure } from "../errors.ts";

/**
 * Maximum number of fields that are parsed. The router parses the query of every request, before any check. The
 * contract's longest query, listProducts with 50 values of every filter, has 320.
 */
const maxFields = 400;

/**
 * Parses the first fields of a query string, for the router. Doesn't use Node's parser, because that creates an error
 * with a stack trace for each malformed escape.
 */
export function parseQuery(text: string): Record<string, unknown> {
  const end = endOfFields(text);
  return parse(end === -1 ? text : text.slice(0, end));
}

/** Throws VALIDATION_FAILED for a call whose query has more fields than parseQuery() reads. */
export function requireFewFields({ url }: Pick<FastifyRequest, "url">): void {
  if (endOfFields(url) >= 0)
    throw new ApiFailure("VALIDATION_FAILED", `Send at most ${maxFields} query parameters.`);
}

/** Where the last field that is parsed ends; -1 if all are parsed. */
function endOfFields(text: string): number {
  let at = text.indexOf("&");
  for (let fields = 1; fields < maxFields && at >= 0; fields += 1) at = text.indexOf("&", at + 1);
  return at;
}
