import { isUuid } from "@vetrina/contract/common";

/** The last row of a page: when it was made, with microseconds as PostgreSQL writes them, and its id. */
export type Cursor = { at: string; id: string };

/** Encodes a cursor, which is opaque to clients. */
export function writeCursor({ at, id }: Cursor): string {
  return Buffer.from(JSON.stringify([at, id])).toString("base64url");
}

/** null for anything that writeCursor() did not write. */
export function readCursor(text: string): Cursor | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    if (!Array.isArray(read) || read.length !== 2) return null;
    const [at, id] = read as unknown[];
    if (typeof at !== "string" || typeof id !== "string") return null;
    return time.test(at) && isUuid(id) ? { at, id } : null;
  } catch {
    return null;
  }
}

const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?$/;
