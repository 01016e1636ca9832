import { randomUUID } from "node:crypto";

/** The highest number that is tried for a link or a SKU, which limits the search in a store with many similar ones. */
export const lastNumber = 100;

/**
 * Returns the n-th link with this beginning: coat, coat-2, coat-3. If `n` is null because all numbers are taken,
 * appends random characters.
 */
export function numbered(link: string, n: number | null): string {
  if (n === null) return `${link}-${randomUUID().slice(0, 8)}`;
  return n === 1 ? link : `${link}-${n}`;
}
