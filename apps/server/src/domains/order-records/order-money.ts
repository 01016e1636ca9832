import { type Sql, sql } from "../../platform/database/sql.ts";
import type { OrderRow } from "./present-order.ts";

type Money = Pick<OrderRow, "paid_minor" | "refunded_minor" | "disputed_minor" | "lost_minor">;

/** Returns what the store has of the buyer's payments: neither refunded nor lost in a dispute, in minor units. */
export function keptOf(order: Money): number {
  return order.paid_minor - order.refunded_minor - order.lost_minor;
}

/** Returns how much of what the store has can be refunded now: all but what open disputes are about. */
export function refundableOf(order: Money): number {
  return order.paid_minor - order.refunded_minor - order.disputed_minor;
}

/** Whether the buyer has paid and got everything back, by refunds, lost disputes, or both. */
export function isPaidBack(order: Money): boolean {
  return order.paid_minor > 0 && keptOf(order) <= 0;
}

/** The same for rows of shop.orders. */
export const paidBack: Sql = sql`(paid_minor > 0 and paid_minor <= refunded_minor + lost_minor)`;

/**
 * Returns the amount due in minor units. For an unpaid order, this is the total minus what the store has; for
 * a paid order, the cost of its open change.
 */
export function dueOf(
  order: Money & Pick<OrderRow, "paid_at" | "total_minor" | "change_due_minor">,
): number {
  // With the difference paid, an order whose money went back would look as if it had been paid.
  if (order.paid_at !== null) return isPaidBack(order) ? 0 : order.change_due_minor;
  return Math.max(0, order.total_minor - keptOf(order));
}
