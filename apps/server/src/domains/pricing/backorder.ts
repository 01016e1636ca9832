import { expectedDate } from "@vetrina/commerce/stock";
import type { QuoteLine } from "@vetrina/contract/shipping";
import type { Line } from "./read-lines.ts";

/** How many units of a line are back-ordered, and when they are expected. */
export function backorderOf(line: Line, now: Date): QuoteLine["backorder"] {
  const quantity = Math.min(line.quantity, line.maxQuantity) - line.stock;
  if (quantity <= 0) return null;
  return { quantity, expectedDate: expectedDate(line.backorderDate, now) };
}

/** When all units can be shipped: now, or the last date on which back-ordered ones are expected. */
export function readyAt(lines: readonly Line[], now: Date): Date {
  const days = lines.flatMap((line) => backorderOf(line, now)?.expectedDate ?? []);
  const last = days.toSorted().at(-1);
  return last === undefined
    ? now
    : new Date(Math.max(now.getTime(), Date.parse(`${last}T12:00:00Z`)));
}
