import { randomUUIDv7 } from "node:crypto";

/** A new row's id: UUID version 7 (RFC 9562), so that ids sort by time of making. Never a secret. */
export function newId(): string {
  return randomUUIDv7();
}
