import { formatMoney, toMajor } from "@vetrina/commerce/money";
import { type Context, systemTransaction, type Transaction } from "../../platform/context.ts";
import type { Composer } from "../../platform/mail/compose.ts";
import { readAnyOrder } from "../order-records/order-rows.ts";
import type { OrderRow } from "../order-records/present-order.ts";
import { restoreDeleted } from "../order-records/restore-deleted.ts";
import { mailManagers } from "../store-records/mail-managers.ts";
import { readRefundPayment } from "./refund-rows.ts";

/**
 * Emails the store's owners and the members who manage its orders that a refund failed, because nothing retries it.
 * Sends no email about a canceled order with money in an open dispute: providers then refuse refunds, and a new refund
 * starts when the dispute is closed. Restores a deleted order.
 */
export async function mailRefundFailed(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  refund: { refundPaymentId: string } | { amountMinor: number },
): Promise<void> {
  if (order.cancelled_at !== null && order.disputed_minor > order.lost_minor) return;
  await restoreDeleted(tx, ctx, order);
  await mailManagers(tx, "refund-failed", { orderId: order.id, ...refund });
}

export const composeRefundFailed: Composer<"refund-failed"> = async (
  services,
  { storeId, data },
  sender,
  { refundFailed: t, orderDisputed: { amount, cause }, testOrder, reasonAccount },
) => {
  if (storeId === null) return null;
  const { order, part } = await systemTransaction(services, storeId, async (tx) => ({
    order: await readAnyOrder(tx, data.orderId),
    part:
      "amountMinor" in data
        ? { amount_minor: data.amountMinor, issues: [] }
        : await readRefundPayment(tx, data.refundPaymentId),
  }));
  if (part === undefined) return null;
  const { order_number: number, currency } = order;
  const subject = t.subject(number, sender.name);
  const value = formatMoney(toMajor(part.amount_minor, currency), currency, sender.locale);
  const reasons = part.issues.map(({ issue }) => ({ label: cause, value: issue }));
  return {
    subject: order.payment_environment === "TEST" ? `${testOrder.mark}: ${subject}` : subject,
    preview: t.text(number),
    heading: t.heading,
    blocks: [
      { kind: "text", text: t.text(number) },
      { kind: "rows", rows: [{ label: amount, value, strong: true }, ...reasons] },
    ],
    reason: reasonAccount(sender.name),
  };
};
