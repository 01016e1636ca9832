import type { Context, Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { requireFresh } from "../../../platform/edit-conflict.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import { isPaidBack } from "../../order-records/order-money.ts";
import { lockOrder } from "../../order-records/order-rows.ts";
import { type OrderRow, statusOf } from "../../order-records/present-order.ts";
import { changesOf, readOrderDetails } from "../read-order-details.ts";

/** Why a change is rejected. Pages show their own text for each reason. */
type Reason = "PICKING" | "CANCELED" | "OTHER_TERMS" | "REFUNDED" | "OTHER_PRICE" | "IN_ORDER";

/**
 * Locks an order for a change by its buyer. Takes the same locks as createShipment and deleteStore, so that neither
 * runs at the same time. Throws EDIT_CONFLICT, RATE_LIMITED after too many changes, or INVALID_TRANSITION if buyers
 * can't change the order, for example because picking has started.
 */
export async function lockChangeable(
  tx: Transaction,
  ctx: Context,
  orderId: string,
): Promise<OrderRow> {
  await tx.run(sql`select door.require_open_store(${tx.storeId})`);
  const order = await lockOrder(tx, orderId);
  const isChangeable = changesOf(order, false).address;
  // Checked before the version: a new shipment changes the version too, but the buyer must learn that picking has
  // started.
  if (!isChangeable && order.cancelled_at === null)
    throw notChangeable(order, "PICKING", tooLate(order));
  await requireFresh(tx, ctx, "order", order.version, () => readOrderDetails(tx, ctx, orderId));
  if (!isChangeable) throw notChangeable(order, "CANCELED", tooLate(order));
  if (order.version >= maxVersion)
    throw new ApiFailure(
      "RATE_LIMITED",
      "This order was changed too often. Contact the store to change it again.",
    );
  return order;
}

/**
 * From this version on, only staff can change the order. Buyers' changes are limited because each adds permanent
 * entries to the order's timeline and the audit log.
 */
const maxVersion = 200;

export function notChangeable(order: OrderRow, reason: Reason, message: string): ApiFailure {
  return new ApiFailure("INVALID_TRANSITION", message, { status: statusOf(order), reason });
}

function tooLate(order: OrderRow): string {
  if (order.change_due_minor > 0)
    return "The store changed this order, and the change is waiting for payment. Pay the difference first, or contact the store.";
  if (order.cancelled_at === null && isPaidBack(order))
    return "You got your money back for this order, so it won't be sent. Contact the store to order again.";
  switch (statusOf(order)) {
    case "PENDING":
      return "This order isn't paid. Cancel it and place it again with the change.";
    case "CANCELLED":
    case "REFUNDED":
      return "This order was canceled or refunded, so it can't be changed.";
    default:
      return "This order is already being packed or was sent, so it can no longer be changed here. Contact the store.";
  }
}
