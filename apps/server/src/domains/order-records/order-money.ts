import { type Sql, sql } from "../../platform/database/sql.ts";
import { freeOrderName } from "./payment-names.ts";
import type { OrderItemRow, OrderRow } from "./present-order.ts";

type Money = Pick<OrderRow, "paid_minor" | "refunded_minor" | "disputed_minor" | "lost_minor">;
type Priced = Money & Pick<OrderRow, "paid_at" | "total_minor" | "payment_name">;
type PricedLine = Pick<OrderItemRow, "total_minor" | "discount_minor">;

/**
 * Returns how much the store still has of the buyer's payments: neither refunded nor lost in disputes, in minor units.
 */
export function keptOf(order: Money): number {
  return order.paid_minor - order.refunded_minor - order.lost_minor;
}

/** Returns how much of the money that the store has can be refunded now: all except the amounts in open disputes. */
export function refundableOf(order: Money): number {
  return order.paid_minor - order.refunded_minor - order.disputed_minor;
}

/**
 * Returns how much withheld money to refund. Money is withheld because a lost dispute has already returned it to the
 * buyer. If the dispute is won after all, the money has come back to the store.
 */
export function freedOf(order: Pick<OrderRow, "withheld_minor" | "lost_minor">): number {
  return Math.max(0, order.withheld_minor - order.lost_minor);
}

/**
 * Whether the order was free when it was placed, or is free now. Whatever was paid for changes to it, or wasn't due at
 * all, didn't pay for its free units.
 */
function isGift(order: Priced): boolean {
  return (
    order.paid_at !== null && (order.total_minor === 0 || order.payment_name === freeOrderName)
  );
}

/** The same condition as isGift(), for rows of shop.orders. */
export const gift: Sql = sql`(paid_at is not null and (total_minor = 0 or payment_name is not distinct from ${freeOrderName}))`;

/**
 * Whether the buyer paid for the order and got everything back, through refunds, lost disputes, or both. Never true of
 * a gift, which stays one.
 */
export function isPaidBack(order: Priced): boolean {
  return order.paid_minor > 0 && keptOf(order) <= 0 && !isGift(order);
}

/** The same condition as isPaidBack(), for rows of shop.orders. */
export const paidBack: Sql = sql`(paid_minor > 0 and paid_minor <= refunded_minor + lost_minor and not ${gift})`;

/** Whether all money for the order was refunded or is being refunded. Never true of a gift. */
export function isRefunded(order: Priced): boolean {
  return isPaidBack(order) && order.refunded_minor >= order.paid_minor;
}

/** Whether a line costs something, but the buyer got back everything that was paid for the order. */
export function isLinePaidBack(order: Priced, item: PricedLine): boolean {
  return order.paid_minor > 0 && keptOf(order) <= 0 && item.total_minor > item.discount_minor;
}

/**
 * Returns the amount due in minor units. For an unpaid order, this is the total minus what the store has; for a paid
 * order, the cost of its open change.
 */
export function dueOf(order: Priced & Pick<OrderRow, "change_due_minor">): number {
  // Nothing is due for a change to an order that was paid back, because paying the difference alone would make it look
  // paid.
  if (order.paid_at !== null) return isPaidBack(order) ? 0 : order.change_due_minor;
  return Math.max(0, order.total_minor - keptOf(order));
}
