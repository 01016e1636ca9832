import { type CartItem, sameLine } from "@vetrina/commerce/cart";
import type { Quote } from "@vetrina/contract/pricing/shipping";
import type { Held } from "../order/unpaid-orders.ts";
import { hasSaleEnded } from "../sale/sale-ended.ts";

/** Why a line can't be bought as it is, or how it has changed. */
export type LineProblem =
  | { kind: "missing" }
  | { kind: "sold-out" }
  | { kind: "fewer"; available: number }
  /** The price has changed. The line can still be bought, and the shopper is shown both prices. */
  | { kind: "price" | "sale-ended"; from: number; to: number };

/** The problem that the server's quote shows for a line; null if there is none. */
export function problemOf(item: CartItem, quote: Quote, held: Held): LineProblem | null {
  const line = quote.lines.find((line) => sameLine(line, item));
  if (!line) return { kind: "missing" };
  const available = line.maxQuantity + (held[line.variantId] ?? 0);
  if (available < 1) return { kind: "sold-out" };
  if (available < item.quantity) return { kind: "fewer", available };
  // Under reverse charge, the quote's prices exclude tax, so a different price doesn't mean that it has changed.
  const isNet = quote.trace.some(({ kind }) => kind === "REVERSE_CHARGE");
  if (line.price === item.price || isNet) return null;
  const kind = hasSaleEnded(item, line) ? "sale-ended" : "price";
  return { kind, from: item.price, to: line.price };
}

/** Whether the line blocks the order. */
export function isBlocking(problem: LineProblem | null): boolean {
  return problem !== null && problem.kind !== "price" && problem.kind !== "sale-ended";
}
