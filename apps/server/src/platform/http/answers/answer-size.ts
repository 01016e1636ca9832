import type { Endpoint } from "@vetrina/contract/endpoint";
import { type Queryable, type Sql, sql } from "../../database/sql.ts";
import { ApiFailure, invalidField } from "../../errors.ts";

/** The maximum size of a read's JSON. */
const maxAnswerBytes = 4 * 1024 * 1024;
/**
 * The maximum size of a list's page: in general, and for lists that the public may read. A page with a single item may
 * take up to `maxAnswerBytes`.
 */
const maxPageBytes = 1024 * 1024;
const maxPublicPageBytes = 256 * 1024;
const pageTooLarge = "This page would be too large. Request fewer items with `limit`.";

/**
 * Checks the total size of a list's page before it is read. `page` is a query that returns the `bytes` of each row.
 * Throws VALIDATION_FAILED for `limit` if the page is too large.
 */
export async function requirePageSize(from: Queryable, page: Sql): Promise<void> {
  const row = await from.row<{ tooLarge: boolean }>(sql`
    select count(*) > 1 and sum(page.bytes) > ${maxPageBytes} as "tooLarge" from (${page}) page`);
  if (row?.tooLarge === true) throw invalidField("limit", pageTooLarge);
}

/** Whether a call returns a page of a list, with a length that the caller chooses (`limit`). */
export function isPage({ method, query }: Endpoint): boolean {
  return method === "GET" && query !== undefined && Object.hasOwn(query.shape, "limit");
}

/**
 * Throws VALIDATION_FAILED for `limit` if a page of a list is too large. Calls that list long texts check the size
 * before reading them (requirePageSize); this check applies to all lists.
 */
export function requireListSize(json: string, { items }: Listed, isPublic: boolean): void {
  const bytes = Buffer.byteLength(json);
  if (bytes > (isPublic ? maxPublicPageBytes : maxPageBytes) && (items?.length ?? 0) > 1)
    throw invalidField("limit", pageTooLarge);
}

type Listed = { items?: readonly unknown[] };

/**
 * Throws PAYLOAD_TOO_LARGE if a read's JSON is too large. Not for writes: a completed write must not return an error.
 */
export function requireAnswerSize(json: string): void {
  if (Buffer.byteLength(json) > maxAnswerBytes)
    throw new ApiFailure(
      "PAYLOAD_TOO_LARGE",
      "The response would be larger than 4 MB. If the call takes a `limit`, use a smaller one.",
    );
}
