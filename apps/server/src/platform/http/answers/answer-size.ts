import type { Endpoint } from "@vetrina/contract/endpoint";
import { type Queryable, type Sql, sql } from "../../database/sql.ts";
import { ApiFailure, invalidField } from "../../errors.ts";

/** Of whatever a read answers. Calls bound their own lists; this one stands behind those that were forgotten. */
const maxAnswerBytes = 4 * 1024 * 1024;
/** Of a page of a list, for staff and for everybody else. One thing alone may be larger, and is always answered. */
const maxPageBytes = 1024 * 1024;
const maxPublicPageBytes = 256 * 1024;
const pageTooLarge = "These are too large for one page. Ask for fewer with `limit`.";

/**
 * Adds up what a page would hold before it is read: rows named `page`, with their `bytes`. Throws VALIDATION_FAILED for
 * `limit` where that is too much.
 */
export async function requirePageSize(from: Queryable, page: Sql): Promise<void> {
  const row = await from.row<{ tooLarge: boolean }>(sql`
    select count(*) > 1 and sum(page.bytes) > ${maxPageBytes} as "tooLarge" from (${page}) page`);
  if (row?.tooLarge === true) throw invalidField("limit", pageTooLarge);
}

/** Whether a call answers with a page of a list, of a length that the caller chooses. */
export function isPage({ method, query }: Endpoint): boolean {
  return method === "GET" && query !== undefined && Object.hasOwn(query.shape, "limit");
}

/**
 * Throws VALIDATION_FAILED for `limit` where a page of a list is too large. The lists that hold long texts know that before
 * they read them (requirePageSize). This one holds for all lists.
 */
export function requireListSize(json: string, { items }: Listed, isPublic: boolean): void {
  const bytes = Buffer.byteLength(json);
  if (bytes > (isPublic ? maxPublicPageBytes : maxPageBytes) && (items?.length ?? 0) > 1)
    throw invalidField("limit", pageTooLarge);
}

type Listed = { items?: readonly unknown[] };

/** Throws PAYLOAD_TOO_LARGE. For reads alone: a write that was made is never answered as if it had failed. */
export function requireAnswerSize(json: string): void {
  if (Buffer.byteLength(json) > maxAnswerBytes)
    throw new ApiFailure(
      "PAYLOAD_TOO_LARGE",
      "The answer is larger than 4 MB. Ask for less of it, with a smaller `limit`.",
    );
}
