import { expectedDate } from "@vetrina/commerce/products/stock-label";
import type { QuoteLine } from "@vetrina/contract/pricing/shipping";
import type { Line } from "./read-lines.ts";

/** Returns how many units of a line are back-ordered and when they are expected; null if none are. */
export function backorderOf(line: Line, now: Date): QuoteLine["backorder"] {
  const quantity = Math.min(line.quantity, line.maxQuantity) - line.stock;
  if (quantity <= 0) return null;
  return { quantity, expectedDate: expectedDate(line.backorderDate, now) };
}

/** Returns the latest ISO date on which back-ordered units are expected; null if no line has one. */
export function readyOn(lines: readonly Line[], now: Date): string | null {
  const days = lines.flatMap((line) => backorderOf(line, now)?.expectedDate ?? []);
  return days.toSorted().at(-1) ?? null;
}
