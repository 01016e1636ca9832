import { lowStockAt } from "./constants.ts";

export type StockLabel = "in-stock" | "low" | "sold-out";

/** What a page may say of stock: sold out, low (5 or fewer) or in stock. */
export function stockLabel(stock: number): StockLabel {
  if (stock <= 0) return "sold-out";
  return stock <= lowStockAt ? "low" : "in-stock";
}

/** "Only 3 left in stock!" for 1 to 5 pieces, else null. */
export function lowStockText(stock: number): string | null {
  return stockLabel(stock) === "low" ? `Only ${stock} left in stock!` : null;
}

/** The tooltip of an option that cannot be chosen. */
export function outOfStockTooltip(available: number): string {
  return `This option is currently out of stock (${available} available)`;
}
