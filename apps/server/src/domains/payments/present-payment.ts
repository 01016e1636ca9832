import { type PaymentState, paymentStatuses } from "@vetrina/commerce/orders/order-states";
import type { PaymentResult } from "@vetrina/contract/orders/payments";
import type { Transaction } from "../../platform/context.ts";
import { type OrderRow, statusOf } from "../order-records/present-order.ts";
import { dueOf } from "../order-records/complete-order.ts";
import { readOrder } from "../order-records/order-rows.ts";
import { type PaymentRow, readPayments } from "./queries.ts";

const declinedIssue = "INSTRUMENT_DECLINED";
/** A capture was requested before the shopper approved the payment; nothing was taken. */
const notApprovedIssue = "ORDER_NOT_APPROVED";
export const notApproved = {
  issue: notApprovedIssue,
  description: "The payment was not approved. Approve it in the provider's window.",
};

/** The order's payment state as of this transaction. Throws NOT_FOUND. */
export async function readPaymentResult(tx: Transaction, orderId: string): Promise<PaymentResult> {
  const order = await readOrder(tx, orderId);
  return presentAttempts(order, await readPayments(tx, orderId));
}

/** What is due decides: a payment that paid the order doesn't answer for the difference of a change. */
export function presentAttempts(order: OrderRow, attempts: readonly PaymentRow[]): PaymentResult {
  return presentPayment(
    order,
    isUnpaid(order) ? openOf(order, attempts) : (paidBy(attempts) ?? attempts[0]),
  );
}

/** Whether it can be paid: it was never paid, or has a change that is waiting for payment. */
function isUnpaid(order: OrderRow): boolean {
  return dueOf(order) > 0 && order.cancelled_at === null;
}

/** The newest attempt, unless it paid the order before its change. */
function openOf(order: OrderRow, attempts: readonly PaymentRow[]): PaymentRow | undefined {
  const [newest] = attempts;
  if (order.paid_at === null) return paidBy(attempts) ?? newest;
  return newest?.state === "completed" || newest?.state === "refunded" ? undefined : newest;
}

/** The attempt that took the money, if any. */
export function paidBy(attempts: readonly PaymentRow[]): PaymentRow | undefined {
  return attempts.find(({ state }) => state === "completed" || state === "refunded");
}

/** The payment state of an order, from its newest attempt. An order without attempts waits for a payment. */
export function presentPayment(order: OrderRow, payment: PaymentRow | undefined): PaymentResult {
  // A payment that paid the order before its change is only shown when requested by its id.
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

/** The attempt if its capture was requested now, before the shopper has approved it. */
export function unapproved(payment: PaymentRow): PaymentRow {
  return { ...payment, state: "failed", issues: [notApproved] };
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
