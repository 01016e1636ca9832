import { randomInt } from "node:crypto";

/** The digits of Crockford's base 32, which has no letters that look like digits. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Returns a random number such as 7K3M-9QXZ, which is easy to read aloud and doesn't reveal how many orders exist. */
export function newOrderNumber(): string {
  return `${randomLetters(4)}-${randomLetters(4)}`;
}

function randomLetters(count: number): string {
  return Array.from({ length: count }, () => letters.charAt(randomInt(letters.length))).join("");
}
