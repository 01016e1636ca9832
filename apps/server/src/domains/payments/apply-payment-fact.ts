import { mayStep, type PaymentState, paymentTransitions } from "@vetrina/commerce/order-states";
import type { PaymentFact } from "../../gateways/provider.ts";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { addPayment, completeOrder, dueOf, type Paid } from "../order-records/complete-order.ts";
import type { OrderRow } from "../order-records/present-order.ts";
import { lockOrder } from "../order-records/order-rows.ts";
import { failOrder } from "../order-records/order-states.ts";
import { holdMode } from "../../platform/database/hold-mode.ts";
import { notApprovedIssue } from "./present-payment.ts";
import { type PaymentRow, readPayment } from "./queries.ts";

const notApproved = {
  issue: notApprovedIssue,
  description: "The payment was not approved. Approve it in the provider's window.",
};

const testMoney = {
  issue: "TEST_PAYMENT",
  description: "This was a test payment, and the store takes real ones now. Pay again.",
};

/**
 * The only way a provider's report changes an order, whether it answers our call or comes from a webhook or the
 * reconciler. Idempotent: a fact that is known, or older than the known state, changes nothing. `ofTry` is the capture
 * attempt that the fact answers, so that a late decline doesn't end the next attempt.
 */
export async function applyPaymentFact(
  tx: Transaction,
  ctx: Context,
  paymentId: string,
  fact: PaymentFact,
  ofTry?: number,
): Promise<void> {
  const known = await readPayment(tx, paymentId);
  if (known === undefined) return;
  // Locks the store's row before the order's, as every transaction does that locks both.
  const isVoid = fact.state === "completed" && (await isTestMoney(tx, known));
  const order = await lockOrder(tx, known.order_id);
  const payment = await readPayment(tx, paymentId);
  if (payment === undefined) return;
  const isFinal = fact.state !== "open" && fact.state !== "declined";
  if (!isFinal && ofTry !== undefined && ofTry !== payment.capture_attempts) return;
  const next = isVoid ? "cancelled" : stateOf(fact, payment);
  if (next === payment.state || !mayStep(paymentTransitions, payment.state, next)) return;
  if (next === "completed" && !matches(fact, payment)) return reportMismatch(ctx, payment, fact);
  if (next === "completed" && payment.amount_minor > dueOf(order))
    return reportSecond(ctx, payment);
  await savePayment(tx, payment, next, isVoid ? { ...fact, issues: [testMoney] } : fact);
  if (next === "completed") {
    if (order.cancelled_at !== null) reportLate(ctx, order);
    await payOrder(tx, order, payment.amount_minor, {
      payment_name: nameOf(ctx, payment),
      paid_at: ctx.now(),
      payment_environment: payment.environment,
    });
  } else await failOrder(tx, order, next);
  await audit(tx, ctx, {
    action: "UPDATE",
    entityType: "payment",
    entityId: payment.id,
    before: { state: payment.state },
    after: { state: next, issues: fact.issues.map((issue) => issue.issue) },
  });
}

/** Adds a captured payment to the order, which is completed once its payments reach the total. */
export async function payOrder(
  tx: Transaction,
  order: OrderRow,
  amountMinor: number,
  paid: Paid,
): Promise<void> {
  if (order.paid_at === null && amountMinor === dueOf(order))
    await completeOrder(tx, order, paid, order.paid_minor + amountMinor);
  else await addPayment(tx, order.id, amountMinor);
}

/** A test payment captured while the store went LIVE. No money moved, so it doesn't pay the order. */
async function isTestMoney(tx: Transaction, { environment }: PaymentRow): Promise<boolean> {
  return environment === "TEST" && (await holdMode(tx)) === "LIVE";
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
    case "open":
      return payment.state === "processing" ? "failed" : payment.state;
  }
}

function matches(fact: PaymentFact, payment: PaymentRow): boolean {
  return fact.capturedMinor === payment.amount_minor && fact.currency === payment.currency;
}

/** If the captured amount differs from the order's, staff must look at it. The payment keeps its state. */
function reportMismatch(ctx: Context, payment: PaymentRow, fact: PaymentFact): void {
  ctx.services.log.error(
    {
      traceId: ctx.traceId,
      paymentId: payment.id,
      expected: [payment.amount_minor, payment.currency],
      captured: [fact.capturedMinor, fact.currency],
    },
    "the provider captured another amount than the order's",
  );
}

/**
 * More than is due. An order has one open attempt, so this is the provider's error. The payment keeps its state, for staff to
 * refund at the provider.
 */
function reportSecond(ctx: Context, payment: PaymentRow): void {
  ctx.services.log.error(
    { traceId: ctx.traceId, paymentId: payment.id, orderId: payment.order_id },
    "an order was paid twice: refund this payment",
  );
}

async function savePayment(
  tx: Transaction,
  payment: PaymentRow,
  state: PaymentState,
  fact: PaymentFact,
): Promise<void> {
  const issues = fact.state === "open" ? [notApproved] : fact.issues;
  await tx.run(sql`
    update shop.payments set state = ${state}, issues = ${JSON.stringify(issues)}, debug_id = ${fact.debugId}, updated_at = now()
    where store_id = ${tx.storeId} and id = ${payment.id}`);
}

/**
 * Providers are canceled before stock is released, so a payment of an ended order is the provider's error. Staff must
 * refund it.
 */
function reportLate(ctx: Context, order: OrderRow): void {
  ctx.services.log.error(
    { traceId: ctx.traceId, orderId: order.id },
    "paid after it was cancelled: refund it",
  );
}

function nameOf(ctx: Context, { provider, environment }: PaymentRow): string {
  return ctx.services.gateways.find(provider, environment)?.name ?? provider;
}
