import { unitsToShip } from "@vetrina/commerce/orders/shipments";
import type { CancelOrder } from "@vetrina/contract/orders/orders";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { releaseStock } from "../inventory/hold-stock.ts";
import { returnAllStock } from "../inventory/return-stock.ts";
import { unitsOf } from "../order-records/fulfillment.ts";
import { enqueueOrderCanceled } from "../order-records/mails.ts";
import { keptOf, refundableOf } from "../order-records/order-money.ts";
import { withdrawChange } from "../order-records/order-changes.ts";
import { readItems, readOrder } from "../order-records/order-rows.ts";
import { endPaidOrder } from "../order-records/order-states.ts";
import { type OrderRow, presentOrder } from "../order-records/present-order.ts";
import { recordEvent } from "../order-records/record-event.ts";
import { hasOpenPayment } from "../payments/has-open-payment.ts";
import { beginRefund } from "../refunds/begin-refund.ts";
import { readUnitsLeftOut } from "../refunds/refund-rows.ts";
import { releaseTestOrder } from "./release-test-order.ts";

/** Whether the order is paid (free orders count as paid), or the store still has money for it. */
export function isPaidInPart(order: OrderRow): boolean {
  return order.paid_at !== null || keptOf(order) > 0;
}

/**
 * Cancels an order that is paid at least in part, with no units in shipments. Gives back its discount uses and, unless
 * options say otherwise, returns its units and reserves all remaining money for a refund. Returns the refund's id; null
 * if nothing is refunded. The caller holds the order's lock and sends the refund later. Throws INVALID_TRANSITION.
 */
export async function cancelPaidOrder(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  { restock = true, refund = true, reason, note, notify = true }: CancelOrder,
): Promise<string | null> {
  await requireCancelable(tx, order);
  const isPayable = order.paid_at === null || order.change_due_minor > 0;
  if (isPayable && (await hasOpenPayment(tx, order.id)))
    throw notCancelable(
      order,
      "A payment for this order is in progress. Wait until the payment provider responds.",
    );
  await withdrawChange(tx, ctx, order, "withdrawn");
  const returned = await giveUnitsBack(tx, ctx, order, restock);
  await tx.run(sql`select door.give_discounts_back(${order.id})`);
  const isRefunded = refund && refundableOf(order) > 0;
  const refundId = isRefunded
    ? await beginRefund(tx, ctx, await readOrder(tx, order.id), { reason, note, notify })
    : null;
  await endPaidOrder(tx, order.id, ctx.now());
  await recordEvent(tx, ctx, order.id, {
    kind: "canceled",
    text: reason,
    // If refundWanted is true, money in an open dispute is refunded once the dispute has ended
    // (disputes/refund-freed.ts).
    data: { refundId, restocked: returned, refundWanted: refund },
  });
  await audit(tx, ctx, {
    action: "UPDATE",
    entityType: "order",
    entityId: order.id,
    before: { status: presentOrder(order).status },
    after: { status: "CANCELLED", refundId, restocked: returned },
  });
  if (notify) await enqueueOrderCanceled(tx, order, refundId);
  return refundId;
}

/**
 * Throws INVALID_TRANSITION if the order can't be canceled. A refunded order can be canceled while it has units that
 * were neither sent nor refunded, because these would otherwise stay sold.
 */
async function requireCancelable(tx: Transaction, order: OrderRow): Promise<void> {
  if (order.payment_state === "refunded" && !(await hasUnitsToReturn(tx, order.id)))
    throw notCancelable(order, "This order was refunded, so there is nothing to cancel.");
  if (order.fulfillment_state !== "unfulfilled" || order.completed_at !== null)
    throw notCancelable(
      order,
      "This order is at least partly fulfilled. Cancel its shipments first, or refund the returned items.",
    );
}

async function hasUnitsToReturn(tx: Transaction, orderId: string): Promise<boolean> {
  const items = await readItems(tx, orderId);
  return items.some((item) => unitsToShip(unitsOf(item)) > 0);
}

function notCancelable(order: OrderRow, message: string): ApiFailure {
  return new ApiFailure("INVALID_TRANSITION", message, { status: presentOrder(order).status });
}

/**
 * Releases held units and, if `restock` is set, puts sold units back in stock. Leaves out units that an earlier refund
 * did not restock, for example because they are broken. Returns how many were put back.
 */
async function giveUnitsBack(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  restock: boolean,
): Promise<number> {
  if (order.paid_at === null) {
    await releaseStock(tx, order.id, "Order canceled");
    return 0;
  }
  await releaseTestOrder(tx, ctx, order.id);
  if (!restock) return 0;
  return returnAllStock(tx, order.id, "Order canceled", await readUnitsLeftOut(tx, order.id));
}
