import { audit } from "../../../platform/audit.ts";
import type { Context, Transaction } from "../../../platform/context.ts";
import { withdrawChange } from "../../order-records/order-changes.ts";
import { lockAnyOrder } from "../../order-records/order-rows.ts";
import type { OrderRow } from "../../order-records/present-order.ts";
import { cancelOpenPayments } from "../../payments/cancel-open-payments.ts";
import { hasOpenPayment } from "../../payments/has-open-payment.ts";

/**
 * Withdraws an order's expired open change after canceling its payments at the provider. False if a payment can still
 * succeed, or if the change was paid or withdrawn meanwhile.
 */
export async function expireChange(ctx: Context, orderId: string): Promise<boolean> {
  if (!(await ctx.tx((tx) => hasExpired(tx, ctx, orderId)))) return false;
  // Cancels only the payments of the change: it begins with the newest payment and stops at the one that paid the
  // order.
  await cancelOpenPayments(ctx, orderId, "expired");
  return ctx.tx(async (tx) => {
    const order = await lockAnyOrder(tx, orderId);
    if (!isOver(ctx, order) || (await hasOpenPayment(tx, orderId))) return false;
    await withdrawChange(tx, ctx, order, "expired");
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "order",
      entityId: orderId,
      after: { change: "EXPIRED" },
    });
    return true;
  });
}

/**
 * Whether the change has expired. Checked before payments are canceled, because staff may have replaced it since the
 * sweep found it.
 */
async function hasExpired(tx: Transaction, ctx: Context, orderId: string): Promise<boolean> {
  return isOver(ctx, await lockAnyOrder(tx, orderId));
}

function isOver(ctx: Context, { change_expires_at: expiresAt }: OrderRow): boolean {
  return expiresAt !== null && expiresAt <= ctx.now();
}
