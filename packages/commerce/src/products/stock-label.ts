import { lowStockAt } from "../constants.ts";

export type StockLabel = "in-stock" | "low" | "back-order" | "sold-out";

/**
 * The stock label that pages show: in stock, low (5 or fewer), back-order if no unit is left but more may be sold, or
 * sold out.
 */
export function stockLabel(stock: number, backorderLimit = 0): StockLabel {
  if (stock > lowStockAt) return "in-stock";
  if (stock > 0) return "low";
  return maximumToBuy(stock, backorderLimit) > 0 ? "back-order" : "sold-out";
}

/**
 * The maximum number of units that can be bought now: stock plus allowed back-orders. `stock` is negative while units
 * are owed.
 */
export function maximumToBuy(stock: number, backorderLimit: number): number {
  return Math.max(0, stock + backorderLimit);
}

/** The ISO date when back-ordered units are expected; null if it is unknown or has passed. */
export function expectedDate(date: string | null, now: Date): string | null {
  return date !== null && date >= now.toISOString().slice(0, 10) ? date : null;
}

/** "Only 3 left in stock!" for 1 to 5 units, else null. */
export function lowStockText(stock: number): string | null {
  return stockLabel(stock) === "low" ? `Only ${stock} left in stock!` : null;
}

/** The tooltip of an option value that can't be chosen. */
export function outOfStockTooltip(available: number): string {
  return `This option is currently out of stock (${available} available)`;
}
