import { isDay, isUuid } from "@vetrina/contract/common";
import { type ApiFailure, invalidField } from "../../errors.ts";

/** The last row of a page: when it was created, with microseconds as PostgreSQL writes them, and its id. */
export type Cursor = { at: string; id: string };

/** Encodes a cursor, which is opaque to clients. */
export function writeCursor({ at, id }: Cursor): string {
  return Buffer.from(JSON.stringify([at, id])).toString("base64url");
}

/** Decodes a call's `after`; null if it wasn't sent. Throws VALIDATION_FAILED if it isn't a cursor. */
export function readCursor(after: string | undefined): Cursor | null {
  if (after === undefined) return null;
  const cursor = decoded(after);
  if (cursor === null) throw unknownCursor();
  return cursor;
}

/** The error for an `after` that this list didn't return. */
export function unknownCursor(): ApiFailure {
  return invalidField("after", "Send the `next` value of an earlier page with the same filters.");
}

function decoded(text: string): Cursor | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    if (!Array.isArray(read) || read.length !== 2) return null;
    const [at, id] = read as unknown[];
    if (typeof at !== "string" || typeof id !== "string") return null;
    return isTimestamp(at) && isUuid(id) ? { at, id } : null;
  } catch {
    return null;
  }
}

const time =
  /^\d{4}-\d\d-\d\d (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?[+-](?:0\d|1[0-4])(?::[0-5]\d)?$/;

/** Whether the text is a timestamp as PostgreSQL writes it. A nonexistent day would make the query fail. */
function isTimestamp(text: string): boolean {
  return time.test(text) && isDay(text.slice(0, 10));
}
