import type { PaymentEnv, PaymentMethod, PaymentProvider } from "@vetrina/contract/enumerations";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { completeOrder } from "../order-records/complete-order.ts";
import { dueOf, keptOf } from "../order-records/order-money.ts";
import { lockAnyOrder } from "../order-records/order-rows.ts";
import { methodNames } from "../order-records/payment-names.ts";
import { enqueueLatePayment } from "../order-records/late-payment.ts";
import { isIncomplete } from "./lock-order-to-pay.ts";

/**
 * Completes an unpaid order if its money covers the amount due without a new payment: when a lost dispute is won after
 * all or a refund fails, or when an express order gets its missing details. The caller holds the order's lock.
 */
export async function completeIfCovered(
  tx: Transaction,
  ctx: Context,
  orderId: string,
  reason: "MONEY_RETURNED" | "DETAILS_KNOWN",
): Promise<void> {
  const order = await lockAnyOrder(tx, orderId);
  if (order.paid_at !== null || order.cancelled_at !== null) return;
  if (keptOf(order) <= 0 || dueOf(order) > 0) return;
  // Without an address, the price may be for another destination. The job finds the buyer, or cancels the order.
  if (isIncomplete(order)) return enqueueLatePayment(tx, orderId);
  const { name, environment } = await readLastPayment(tx, ctx, orderId);
  const paid = { payment_name: name, paid_at: ctx.now(), payment_environment: environment };
  await completeOrder(tx, order, paid, order.paid_minor);
  if (keptOf(order) > order.total_minor) await enqueueLatePayment(tx, orderId);
  await audit(tx, ctx, {
    action: "UPDATE",
    entityType: "order",
    entityId: orderId,
    before: { status: "PENDING" },
    after: { status: "PAID", reason },
  });
}

/** Returns the name and mode of the order's last payment. */
async function readLastPayment(
  tx: Transaction,
  { services }: Context,
  orderId: string,
): Promise<{ name: string; environment: PaymentEnv }> {
  const row = await tx.row<{
    provider: PaymentProvider | null;
    method: PaymentMethod | null;
    environment: PaymentEnv;
  }>(sql`
    select provider, method, environment from shop.payments
    where store_id = ${tx.storeId} and order_id = ${orderId} and state = 'completed' order by id desc limit 1`);
  if (row === undefined)
    throw new Error(`order ${orderId} has a paid amount, but no completed payment`);
  const { provider, method, environment } = row;
  if (provider !== null)
    return { name: services.gateways.nameOf(provider, environment) ?? provider, environment };
  return { name: method === null ? "" : methodNames[method], environment };
}
