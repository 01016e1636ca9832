import {
  mayStep,
  type PaymentState,
  paymentTransitions,
} from "@vetrina/commerce/orders/order-states";
import type { PaymentFact } from "../../gateways/provider.ts";
import { auditWrite } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { addPayment, completeOrder, type Paid } from "../order-records/complete-order.ts";
import { dueOf } from "../order-records/order-money.ts";
import { hasBuyer } from "../order-records/has-buyer.ts";
import { isOutdatedExchange } from "../order-records/open-change.ts";
import { applyOpenChange } from "../order-records/order-changes.ts";
import type { OrderRow } from "../order-records/present-order.ts";
import { failOrder, processingMark } from "../order-records/order-states.ts";
import { writeTogether } from "../../platform/database/together.ts";
import { hasEnded } from "./has-ended.ts";
import { enqueueLatePayment } from "../order-records/late-payment.ts";
import { isIncomplete, lockOrderOfPayment } from "./lock-order-to-pay.ts";
import { reportOnce } from "./report-once.ts";
import { notApproved } from "./present-payment.ts";
import { type PaymentRow, readPayment } from "./queries.ts";
import { enqueueSurplus } from "./surplus.ts";

const testMoney = {
  issue: "TEST_PAYMENT",
  description: "This was a test payment, and the store now takes real payments. Pay again.",
};

/**
 * Applies a provider's report about a payment, which may come from a response, a webhook event or a job. A report that
 * is repeated or older than the known state changes nothing. `ofTry` is the capture attempt that the report is about,
 * so that a late decline doesn't end the next attempt.
 */
export async function applyPaymentFact(
  tx: Transaction,
  ctx: Context,
  paymentId: string,
  fact: PaymentFact,
  ofTry?: number,
): Promise<void> {
  const locked = await lockOrderOfPayment(tx, paymentId);
  if (locked === undefined) return;
  const { order, mode, attempts } = locked;
  const payment = attempts.find(({ id }) => id === paymentId) ?? (await readPayment(tx, paymentId));
  if (payment === undefined) return;
  // A test payment may be captured after the store switched to LIVE. No money moved, so it doesn't pay the order.
  const isVoid = fact.state === "completed" && payment.environment === "TEST" && mode === "LIVE";
  const isFinal = hasEnded(fact);
  if (!isFinal && ofTry !== undefined && ofTry !== payment.capture_attempts) return;
  const next = isVoid ? "cancelled" : stateOf(fact, payment);
  if (next === payment.state || !mayStep(paymentTransitions, payment.state, next)) return;
  if (next === "completed" && !matches(fact, payment))
    return reportMismatch(tx, ctx, payment, fact);
  if (next === "completed" && (!isDue(order, payment) || !(await mayApplyChange(tx, order))))
    return noteSurplus(tx, ctx, payment, fact);
  const writes = [
    paymentWrite(tx, payment, next, isVoid ? { ...fact, issues: [testMoney] } : fact),
    auditWrite(tx, ctx, {
      action: "UPDATE",
      entityType: "payment",
      entityId: payment.id,
      before: { state: payment.state },
      after: { state: next, issues: fact.issues.map((issue) => issue.issue) },
    }),
  ];
  if (next === "completed") {
    const paid = {
      payment_name: nameOf(ctx, payment),
      paid_at: ctx.now(),
      payment_environment: payment.environment,
    };
    const isPaidTooEarly = order.paid_at === null && isIncomplete(order);
    if (isPaidTooEarly) await addPayment(tx, order.id, payment.amount_minor, writes);
    else await payOrder(tx, ctx, order, payment.amount_minor, paid, writes);
    if (isPaidTooEarly || order.cancelled_at !== null) await noteToSettle(tx, ctx, order);
  } else if (next !== "processing") await failOrder(tx, order, next, writes);
  else
    await writeTogether(
      tx,
      order.paid_at === null ? [...writes, processingMark(tx, order.id)] : writes,
    );
}

/**
 * Adds a captured payment to the order, and completes the order once its payments reach the total. For a paid order,
 * applies its open change. `also` is written in the same statement as the payment.
 */
export async function payOrder(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  amountMinor: number,
  paid: Paid,
  also: readonly Sql[] = [],
): Promise<void> {
  const isAll = amountMinor === dueOf(order);
  if (order.paid_at === null && isAll)
    return completeOrder(tx, order, paid, order.paid_minor + amountMinor, also);
  await addPayment(tx, order.id, amountMinor, also);
  if (order.paid_at !== null && isAll) await applyOpenChange(tx, ctx, order);
}

/**
 * Whether the payment's amount is due. A change to a paid order needs the exact amount; an unpaid order can be paid in
 * parts.
 */
function isDue(order: OrderRow, { amount_minor: amountMinor }: PaymentRow): boolean {
  const due = dueOf(order);
  return order.paid_at === null ? amountMinor <= due : amountMinor === due;
}

/**
 * Whether a payment may apply the open change of a paid order. True if the order is unpaid: settle-late-payment.ts then
 * decides about its money.
 */
async function mayApplyChange(tx: Transaction, order: OrderRow): Promise<boolean> {
  if (order.change_due_minor === 0) return true;
  return (await hasBuyer(tx, order.id)) && !(await isOutdatedExchange(tx, order));
}

function stateOf(fact: PaymentFact, payment: PaymentRow): PaymentState {
  switch (fact.state) {
    case "completed":
      return "completed";
    case "cancelled":
      return "cancelled";
    case "declined":
    case "failed":
      return "failed";
    case "pending":
      return "processing";
    case "open":
      return payment.state === "processing" ? "failed" : payment.state;
  }
}

function matches(fact: PaymentFact, payment: PaymentRow): boolean {
  return fact.capturedMinor === payment.amount_minor && fact.currency === payment.currency;
}

/** Reports to staff that the captured amount differs from the expected one. The payment keeps its state. */
function reportMismatch(
  tx: Transaction,
  ctx: Context,
  payment: PaymentRow,
  fact: PaymentFact,
): Promise<void> {
  ctx.services.log.error(
    {
      traceId: ctx.traceId,
      paymentId: payment.id,
      expected: [payment.amount_minor, payment.currency],
      captured: [fact.capturedMinor, fact.currency],
    },
    "the captured amount differs from the payment's amount",
  );
  return reportOnce(tx, ctx, payment.order_id, {
    paymentId: payment.id,
    provider: payment.provider,
    issue: "AMOUNT_MISMATCH",
    amountMinor: payment.amount_minor,
    currency: payment.currency,
    capturedMinor: fact.capturedMinor,
    capturedCurrency: fact.currency,
  });
}

/**
 * Starts a job that refunds a captured payment whose amount isn't due, for example because a dispute was lost while
 * the buyer paid for a change. The timeline shows the payment.
 */
async function noteSurplus(
  tx: Transaction,
  ctx: Context,
  payment: PaymentRow,
  fact: PaymentFact,
): Promise<void> {
  ctx.services.log.error(
    { traceId: ctx.traceId, paymentId: payment.id, orderId: payment.order_id },
    "a captured payment isn't due and will be refunded",
  );
  await tx.run(paymentWrite(tx, payment, payment.state, fact));
  await reportOnce(tx, ctx, payment.order_id, {
    paymentId: payment.id,
    provider: payment.provider,
    issue: "PAID_TWICE",
    amountMinor: payment.amount_minor,
    currency: payment.currency,
  });
  await enqueueSurplus(tx, payment.id);
}

function paymentWrite(
  tx: Transaction,
  payment: PaymentRow,
  state: PaymentState,
  fact: PaymentFact,
): Sql {
  const issues = fact.state === "open" ? [notApproved] : fact.issues;
  return sql`
    update shop.payments set state = ${state}, issues = ${JSON.stringify(issues)}, debug_id = ${fact.debugId},
      capture_id = coalesce(${fact.captureId ?? null}, capture_id),
      captured_at = case when ${state === "completed"} then now() else captured_at end, updated_at = now()
    where store_id = ${tx.storeId} and id = ${payment.id}`;
}

/**
 * Starts a job that holds the order's units again or refunds the payment. Called if a payment was captured after its
 * order was canceled or had expired, or while an express order had no buyer, or no address and may have been priced for
 * a different destination.
 */
async function noteToSettle(tx: Transaction, ctx: Context, order: OrderRow): Promise<void> {
  ctx.services.log.warn(
    { traceId: ctx.traceId, orderId: order.id },
    order.cancelled_at === null
      ? "an express order was captured before its address or buyer was known"
      : "an order was paid after it had ended",
  );
  await enqueueLatePayment(tx, order.id);
}

function nameOf(ctx: Context, { provider, environment }: PaymentRow): string {
  return ctx.services.gateways.nameOf(provider, environment) ?? provider;
}
