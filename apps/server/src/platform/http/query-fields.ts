import { parse } from "node:querystring";
import type { FastifyRequest } from "fastify";
import { ApiFailure } from "../errors.ts";

/**
 * The longest query of the contract, listProducts with 50 values of every filter, has 320 fields. The router parses the
 * query of every request, before any check.
 */
const maxFields = 400;

/** Parses the first fields of a query string, for the router. */
export function parseQuery(text: string): Record<string, unknown> {
  return parse(text, "&", "=", { maxKeys: maxFields });
}

/** Throws VALIDATION_FAILED for a call whose query has more fields than parseQuery() reads. */
export function requireFewFields({ url }: Pick<FastifyRequest, "url">): void {
  let at = url.indexOf("&");
  for (let separators = 1; at >= 0; separators += 1) {
    if (separators === maxFields)
      throw new ApiFailure("VALIDATION_FAILED", `Send at most ${maxFields} query parameters.`);
    at = url.indexOf("&", at + 1);
  }
}
