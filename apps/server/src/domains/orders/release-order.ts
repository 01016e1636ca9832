import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { hasOpenPayment } from "../payments/has-open-payment.ts";
import { releaseStock } from "../inventory/hold-stock.ts";
import { keptOf } from "../order-records/order-money.ts";
import { lockOrder } from "../order-records/order-rows.ts";
import { endOrder } from "../order-records/order-states.ts";

/**
 * Cancels or expires an unpaid order, and releases its stock and its discount uses. Changes nothing and returns false
 * if the order is paid, canceled or expired, if the store has money for it, or if one of its payments is still open.
 */
export async function releaseOrder(
  tx: Transaction,
  ctx: Context,
  orderId: string,
  reason: "expired" | "cancelled",
): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (order.paid_at !== null || order.cancelled_at !== null) return false;
  if (keptOf(order) > 0) return false;
  if (await hasOpenPayment(tx, orderId)) return false;
  await releaseStock(
    tx,
    orderId,
    reason === "expired" ? "Payment window expired" : "Order canceled",
  );
  await tx.run(sql`select door.give_discounts_back(${orderId})`);
  await endOrder(tx, orderId, { at: ctx.now(), reason });
  await audit(tx, ctx, {
    action: "UPDATE",
    entityType: "order",
    entityId: orderId,
    after: { status: "CANCELLED", reason },
  });
  return true;
}
