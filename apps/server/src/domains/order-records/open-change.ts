import { discountUses, type OrderStep } from "@vetrina/commerce/orders/order-changes";
import { type Address, isUuid } from "@vetrina/contract/common";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { RequestedUnits } from "../inventory/hold-stock.ts";
import { type OrderItemRow, type OrderRow, statusOf } from "./present-order.ts";

/** The columns of an order that a change can write. */
export type ChangedColumns = Pick<
  OrderRow,
  | ("subtotal_minor" | "discount_minor" | "shipping_minor" | "tax_minor" | "tax_included_minor")
  | ("shipping_tax_minor" | "total_minor" | "price_trace" | "shipping_method" | "pickup")
> & { shipping_rate_id: string | null };

/** The order after a change. */
export type ChangePlan = {
  items: OrderItemRow[];
  order: ChangedColumns;
  /** What each discount takes off the changed order. */
  uses: { id: string; amount: number; offShipping: number }[];
  /** The units that the change adds to the order and removes from it, by variant. */
  added: RequestedUnits[];
  removed: { variantId: string; quantity: number }[];
  /** The quantity of each line before and after the change, for the order's timeline. */
  lines: { name: string; variant: string; from: number; to: number }[];
};

export type Addresses = { shipping: Address | null; billing: Address | null };

/** A change to a paid order, which is applied once the buyer has paid for it. */
export type OpenChange = { plan: ChangePlan; addresses: Addresses; reason: string | null };

/**
 * Returns the uses of the store's discounts after a change. Leaves out discounts that staff added to a draft, which
 * have no UUID.
 */
export function usesOf(
  before: readonly OrderStep[],
  after: readonly OrderStep[],
): ChangePlan["uses"] {
  return discountUses(before, after).filter(({ id }) => isUuid(id));
}

/**
 * Throws INVALID_TRANSITION if the order has an open change, because the change affects what can be shipped or
 * refunded.
 */
export function requireNoOpenChange(order: OrderRow): void {
  if (order.change_due_minor === 0) return;
  throw new ApiFailure(
    "INVALID_TRANSITION",
    "A change to this order is waiting for payment. Wait until it is paid, or withdraw it.",
    { status: statusOf(order) },
  );
}

/**
 * Whether the order's open change is an exchange and a dispute was lost after the change was made. The dispute counts
 * as a refund of the removed units, so paying the change's difference would no longer cover the added units.
 */
export async function isOutdatedExchange(tx: Transaction, order: OrderRow): Promise<boolean> {
  if (order.change_due_minor === 0 || order.lost_minor <= order.withheld_minor) return false;
  const change = await readOpenChange(tx, order.id);
  return change !== null && isExchange(change.plan);
}

/** Whether the change both adds and removes units. */
export function isExchange({ added, removed }: ChangePlan): boolean {
  return added.length > 0 && removed.length > 0;
}

/** Reads the order's open change; null if there is none. */
export async function readOpenChange(tx: Transaction, orderId: string): Promise<OpenChange | null> {
  const row = await tx.row<{
    plan: ChangePlan;
    shipping: Address | null;
    billing: Address | null;
    reason: string | null;
  }>(sql`
    select plan, shipping_address as shipping, billing_address as billing, reason from shop.order_changes
    where store_id = ${tx.storeId} and order_id = ${orderId}`);
  if (row === undefined) return null;
  const { plan, shipping, billing, reason } = row;
  return { plan, addresses: { shipping, billing }, reason };
}
