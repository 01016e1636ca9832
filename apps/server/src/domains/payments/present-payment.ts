import { type PaymentState, paymentStatuses } from "@vetrina/commerce/orders";
import type { PaymentResult } from "@vetrina/contract/payments";
import { type OrderRow, statusOf } from "../order-records/present-order.ts";
import type { PaymentRow } from "./queries.ts";

const declinedIssue = "INSTRUMENT_DECLINED";
/** A capture before the shopper approved the payment: nothing was taken. */
export const notApprovedIssue = "ORDER_NOT_APPROVED";

/** The payment state of an order, from its newest attempt. An order without attempts waits for payment. */
export function presentPayment(order: OrderRow, payment: PaymentRow | undefined): PaymentResult {
  const state: PaymentState =
    order.paid_at !== null || order.cancelled_at !== null
      ? order.payment_state
      : (payment?.state ?? "created");
  return {
    orderId: order.id,
    orderStatus: statusOf(order),
    status: paymentStatuses[state],
    reason: reasonOf(state, payment),
    details: payment?.issues ?? [],
    debug_id: payment?.debug_id ?? null,
    retryable: order.paid_at === null && order.cancelled_at === null && state !== "processing",
  };
}

/** Whether the shopper can continue with this attempt: it waits, or it failed but is still open at the provider. */
export function canGoOn({ state, issues }: Pick<PaymentRow, "state" | "issues">): boolean {
  if (state !== "failed") return state === "created";
  return issues.some(({ issue }) => issue === declinedIssue || issue === notApprovedIssue);
}

function wasDeclined(payment: Pick<PaymentRow, "issues">): boolean {
  return payment.issues.some((issue) => issue.issue === declinedIssue);
}

function reasonOf(state: PaymentState, payment: PaymentRow | undefined): PaymentResult["reason"] {
  if (state === "expired" || state === "cancelled") return state;
  if (state !== "failed") return null;
  return payment !== undefined && wasDeclined(payment) ? "declined" : "failed";
}
