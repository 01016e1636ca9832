import { randomUUIDv7 } from "node:crypto";

let last = "";

/**
 * Returns a new row's id: a UUID of version 7 (RFC 9562). The ids of a process sort in the order of creation. If a
 * random id would not sort last, increments the previous id instead (section 6.2, method 2). Never use an id as a
 * secret.
 */
export function newId(): string {
  let id: string = randomUUIDv7();
  while (id <= last) id = following(last) ?? randomUUIDv7();
  last = id;
  return id;
}

const counted = 12;

/** The id with its last 48 bits incremented; null if they are at their maximum. */
function following(id: string): string | null {
  const digits = (Number.parseInt(id.slice(-counted), 16) + 1).toString(16);
  return digits.length > counted ? null : id.slice(0, -counted) + digits.padStart(counted, "0");
}
