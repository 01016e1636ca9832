import { type PaymentState, paymentStatuses } from "@vetrina/commerce/orders/order-states";
import type { PaymentResult } from "@vetrina/contract/orders/payments";
import type { Transaction } from "../../platform/context.ts";
import { type OrderRow, statusOf } from "../order-records/present-order.ts";
import { dueOf } from "../order-records/order-money.ts";
import { readOrder } from "../order-records/order-rows.ts";
import { type PaymentRow, readPayments } from "./queries.ts";

const declinedIssue = "INSTRUMENT_DECLINED";
/** The issue shown if a capture is requested before the shopper has approved the payment. Nothing was charged. */
const notApprovedIssue = "ORDER_NOT_APPROVED";
export const notApproved = {
  issue: notApprovedIssue,
  description: "The payment was not approved. Approve it in the provider's window.",
};

/** Reads the order's current payment state. Throws NOT_FOUND. */
export async function readPaymentResult(tx: Transaction, orderId: string): Promise<PaymentResult> {
  const order = await readOrder(tx, orderId);
  return presentAttempts(order, await readPayments(tx, orderId));
}

/** Presents the attempt to pay the amount due; if nothing is due, the attempt that paid the order. */
export function presentAttempts(order: OrderRow, attempts: readonly PaymentRow[]): PaymentResult {
  return presentPayment(
    order,
    isUnpaid(order) ? openOf(order, attempts) : (paidBy(attempts) ?? attempts[0]),
  );
}

/** Whether the order can be paid: it is unpaid, or has a change that is waiting for payment. */
function isUnpaid(order: OrderRow): boolean {
  return dueOf(order) > 0 && order.cancelled_at === null;
}

/**
 * Returns the attempt to pay the amount due. If that is an open change's difference, ignores the attempt that paid the
 * order.
 */
function openOf(order: OrderRow, attempts: readonly PaymentRow[]): PaymentRow | undefined {
  const [newest] = attempts;
  if (order.paid_at === null) return paidBy(attempts) ?? newest;
  return newest?.state === "completed" || newest?.state === "refunded" ? undefined : newest;
}

/** Returns the attempt that took the money, if any. */
export function paidBy(attempts: readonly PaymentRow[]): PaymentRow | undefined {
  return attempts.find(({ state }) => state === "completed" || state === "refunded");
}

/**
 * Returns an order's payment state, given its current attempt. An open order without an attempt is waiting for payment.
 */
export function presentPayment(order: OrderRow, payment: PaymentRow | undefined): PaymentResult {
  // A completed payment that the caller named by its id isn't open, even if an open change is waiting for payment.
  const isOpen =
    order.paid_at === null
      ? order.cancelled_at === null
      : isUnpaid(order) && payment?.state !== "completed" && payment?.state !== "refunded";
  const state: PaymentState = isOpen ? (payment?.state ?? "created") : order.payment_state;
  return {
    orderId: order.id,
    orderStatus: statusOf(order),
    status: paymentStatuses[state],
    reason: reasonOf(state, payment),
    details: payment?.issues ?? [],
    debug_id: payment?.debug_id ?? null,
    retryable: isOpen && state !== "processing",
  };
}

/** Returns the attempt as failed because the shopper has not approved it yet. */
export function unapproved(payment: PaymentRow): PaymentRow {
  return { ...payment, state: "failed", issues: [notApproved] };
}

/** Whether the shopper can continue with this attempt: it is new, or it failed but is still open at the provider. */
export function canContinue({ state, issues }: Pick<PaymentRow, "state" | "issues">): boolean {
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
