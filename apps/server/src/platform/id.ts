import { randomUUIDv7 } from "node:crypto";

let last = "";

/**
 * A new row's id: UUID version 7 (RFC 9562). Ids of a process sort in the order they were made, also within a millisecond:
 * there each is the one before it plus one (6.2, method 2). Never a secret.
 */
export function newId(): string {
  let id: string = randomUUIDv7();
  while (id <= last) id = following(last) ?? randomUUIDv7();
  last = id;
  return id;
}

const counted = 12;

/** The id with one more in its last 48 bits; null where they are full. */
function following(id: string): string | null {
  const digits = (Number.parseInt(id.slice(-counted), 16) + 1).toString(16);
  return digits.length > counted ? null : id.slice(0, -counted) + digits.padStart(counted, "0");
}
