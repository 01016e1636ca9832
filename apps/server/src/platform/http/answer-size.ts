import { type Queryable, type Sql, sql } from "../database/sql.ts";
import { ApiFailure, invalidField } from "../errors.ts";

/** Of whatever a read answers. Calls bound their own lists; this one stands behind those that were forgotten. */
const maxAnswerBytes = 4 * 1024 * 1024;
/** Of a page of things that hold long texts. One alone may be larger, and is always answered. */
const maxPageBytes = 1024 * 1024;

/**
 * Adds up what a page would hold before it is read: rows named `page`, with their `bytes`. Throws VALIDATION_FAILED for
 * `limit` where that is too much.
 */
export async function requirePageSize(from: Queryable, page: Sql): Promise<void> {
  const row = await from.row<{ tooLarge: boolean }>(sql`
    select count(*) > 1 and sum(page.bytes) > ${maxPageBytes} as "tooLarge" from (${page}) page`);
  if (row?.tooLarge === true)
    throw invalidField("limit", "These are too large for one page. Ask for fewer with `limit`.");
}

/** Throws PAYLOAD_TOO_LARGE. For reads alone: a write that was made is never answered as if it had failed. */
export function requireAnswerSize(json: string): void {
  if (Buffer.byteLength(json) > maxAnswerBytes)
    throw new ApiFailure(
      "PAYLOAD_TOO_LARGE",
      "The answer is larger than 4 MB. Ask for less of it, with a smaller `limit`.",
    );
}
