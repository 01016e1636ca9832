import { randomUUID } from "node:crypto";

/** The highest number that is tried for a link or an SKU, so that a store with many of them isn't searched for long. */
export const lastNumber = 100;

/** The n-th link with this beginning: coat, coat-2, coat-3. With null, for when all numbers are taken, a random one. */
export function numbered(link: string, n: number | null): string {
  if (n === null) return `${link}-${randomUUID().slice(0, 8)}`;
  return n === 1 ? link : `${link}-${n}`;
}
