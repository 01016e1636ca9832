import { lowStockAt } from "./constants.ts";

export type StockLabel = "in-stock" | "low" | "back-order" | "sold-out";

/** What a page may say of stock: in stock, low (5 or fewer), on back-order where it may be sold beyond it, or sold out. */
export function stockLabel(stock: number, backorderLimit = 0): StockLabel {
  if (stock > lowStockAt) return "in-stock";
  if (stock > 0) return "low";
  return maximumToBuy(stock, backorderLimit) > 0 ? "back-order" : "sold-out";
}

/** The most pieces that can be bought now: what there is, and what may be owed. `stock` is below zero while pieces are owed. */
export function maximumToBuy(stock: number, backorderLimit: number): number {
  return Math.max(0, stock + backorderLimit);
}

/** The day (ISO date) on which back-ordered pieces are expected; null where nobody has said, or it has passed. */
export function expectedDate(date: string | null, now: Date): string | null {
  return date !== null && date >= now.toISOString().slice(0, 10) ? date : null;
}

/** "Only 3 left in stock!" for 1 to 5 pieces, else null. */
export function lowStockText(stock: number): string | null {
  return stockLabel(stock) === "low" ? `Only ${stock} left in stock!` : null;
}

/** The tooltip of an option that cannot be chosen. */
export function outOfStockTooltip(available: number): string {
  return `This option is currently out of stock (${available} available)`;
}
