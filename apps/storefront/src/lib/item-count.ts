/** "1 item", "12 items": what a count of cart items or products is called on pages. */
export function itemCount(count: number): string {
  return `${count} ${itemsWord(count)}`;
}

/** The noun alone, where the number is styled apart or stands elsewhere in the sentence. */
export function itemsWord(count: number): string {
  return count === 1 ? "item" : "items";
}
