import { refundStatuses } from "@vetrina/commerce/orders/order-states";
import { toMajor } from "@vetrina/commerce/money";
import type { Refund } from "@vetrina/contract/orders/refunds";
import type { Transaction } from "../../platform/context.ts";
import { readRefund, readRefundLines, readRefundPayments } from "./refund-rows.ts";

/** Reads the refund as it is now. Throws NOT_FOUND. */
export async function presentRefund(tx: Transaction, id: string): Promise<Refund> {
  const refund = await readRefund(tx, id);
  const lines = await readRefundLines(tx, id);
  const payments = await readRefundPayments(tx, id);
  const currency = payments[0]?.currency ?? "";
  const major = (minor: number) => toMajor(minor, currency);
  return {
    id,
    orderId: refund.order_id,
    status: refundStatuses[refund.state],
    amount: major(refund.amount_minor),
    refunded: major(refund.refunded_minor),
    shipping: major(refund.shipping_minor),
    shippingTax: major(refund.shipping_tax_minor),
    currency,
    reason: refund.reason,
    note: refund.note,
    lines: lines.map((line) => ({
      itemId: line.order_item_id,
      quantity: line.quantity,
      amount: major(line.amount_minor),
      tax: major(line.tax_minor),
      taxIncluded: major(line.tax_included_minor),
      restock: line.is_restocked,
      location: line.restock_location,
    })),
    transactions: payments.map((payment) => ({
      id: payment.id,
      paymentId: payment.payment_id,
      amount: major(payment.amount_minor),
      status: refundStatuses[payment.state],
      provider: payment.provider,
      details: payment.issues,
    })),
    createdAt: refund.created_at.toISOString(),
    completedAt: refund.completed_at?.toISOString() ?? null,
  };
}
