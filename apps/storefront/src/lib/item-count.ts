import { formatted, numberFormat } from "./formats.ts";

/** A number of cart items or products as text: "1 item", "8,000 items". */
export function itemCount(count: number): string {
  return `${grouped(count)} ${itemsWord(count)}`;
}

/**
 * The noun without the number, for places where the number is styled separately or appears elsewhere in the sentence.
 */
export function itemsWord(count: number): string {
  return count === 1 ? "item" : "items";
}

/** A number formatted like the English text around it: "8,000". */
export function grouped(count: number): string {
  if (count < 1000) return String(count);
  return formatted("count", count, () => numberFormat("en-US", {}).format(count));
}
