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

/**
 * Returns the amount due in minor units. For an unpaid order, this is the total minus what was paid and not
 * refunded; for a paid order, the cost of its open change.
 */
export function dueOf(
  order: Money & Pick<OrderRow, "paid_at" | "total_minor" | "change_due_minor">,
): number {
  if (order.paid_at !== null) return order.change_due_minor;
  return Math.max(0, order.total_minor - (order.paid_minor - order.refunded_minor));
}
