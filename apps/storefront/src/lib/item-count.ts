import { numberFormat } from "./formats.ts";

/** "1 item", "8,000 items": what a count of cart items or products is called on pages. */
export function itemCount(count: number): string {
  return `${grouped(count)} ${itemsWord(count)}`;
}

/** The noun alone, where the number is styled apart or stands elsewhere in the sentence. */
export function itemsWord(count: number): string {
  return count === 1 ? "item" : "items";
}

/** A count as the English words beside it are written: "8,000". */
export function grouped(count: number): string {
  return numberFormat("en-US", {}).format(count);
}
