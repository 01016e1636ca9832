import { randomInt } from "node:crypto";

/** Crockford's base 32, which has no letters that look like digits. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Eight random characters in two groups, e.g. 7K3M-9QXZ: easy to read out, and doesn't reveal the number of orders. */
export function newOrderNumber(): string {
  return `${randomLetters(4)}-${randomLetters(4)}`;
}

function randomLetters(count: number): string {
  return Array.from({ length: count }, () => letters.charAt(randomInt(letters.length))).join("");
}
