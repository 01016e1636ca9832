import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { GatewayRefused, GatewayUnknown, type PaymentFact } from "../../gateways/provider.ts";
import { isPaidBack } from "../order-records/order-money.ts";
import { lockAnyOrder, lockOrder } from "../order-records/order-rows.ts";
import { failOrder } from "../order-records/order-states.ts";
import { gatewayFor } from "../payment-providers/account.ts";
import { logFailedCall } from "../payment-providers/log-failed-call.ts";
import { applyPaymentFact } from "./apply-payment-fact.ts";
import { hasEnded } from "./has-ended.ts";
import { hasOpenPayment } from "./has-open-payment.ts";
import { askAbout, gatewayOf, openAt, withinTime } from "./gateway-of.ts";
import { type PaymentRow, readPayment, readPayments } from "./queries.ts";
import { reportOnce } from "./report-once.ts";

/**
 * Cancels an order's attempts that could still take money, newest first, and returns true if none is left. Stops and
 * returns false at an attempt that can't be canceled now or has completed; the caller must then keep the stock held. If
 * the order was paid back, completed attempts are skipped.
 */
export async function cancelOpenPayments(
  ctx: Context,
  orderId: string,
  reason: "expired" | "cancelled",
): Promise<boolean> {
  const attempts = await ctx.tx((tx) => readPayments(tx, orderId));
  for (const payment of attempts) {
    if (payment.state === "completed" && !(await wasPaidBack(ctx, orderId))) return false;
    if (isOver(payment)) continue;
    if (reason === "expired" && isPostponed(ctx, payment)) return false;
    if (await closePayment(ctx, payment, reason)) continue;
    if (reason === "expired") await postpone(ctx, payment);
    return false;
  }
  return true;
}

/** Whether the buyer got all of the order's money back, through refunds, lost disputes, or both. */
async function wasPaidBack(ctx: Context, orderId: string): Promise<boolean> {
  return isPaidBack(await ctx.tx((tx) => lockAnyOrder(tx, orderId)));
}

/**
 * Whether the payment has ended, with or without taking money. A failed payment has not, because it may still be open
 * at its provider.
 */
function isOver({ state }: PaymentRow): boolean {
  return state !== "created" && state !== "processing" && state !== "failed";
}

function isPostponed(ctx: Context, { cancel_after: after }: PaymentRow): boolean {
  return after !== null && after > ctx.now();
}

/**
 * From the third failure on, delays the next attempt to cancel a payment, by 10 seconds at first and up to 10 minutes.
 * Before that, each run of the sweep tries again.
 */
async function postpone(ctx: Context, { id }: PaymentRow): Promise<void> {
  await ctx.tx((tx) =>
    tx.run(sql`
      update shop.payments set cancel_attempts = cancel_attempts + 1,
        cancel_after = case when cancel_attempts >= 2
          then ${ctx.now()}::timestamptz + interval '1 second' * least(10 * 2 ^ least(cancel_attempts - 2, 10), 600) end
      where store_id = ${tx.storeId} and id = ${id}`),
  );
}

/** Cancels one attempt at its provider. False if the provider took the money or doesn't confirm the cancellation. */
export async function closePayment(
  ctx: Context,
  payment: PaymentRow,
  reason: "expired" | "cancelled",
): Promise<boolean> {
  const fact = await cancelAtProvider(ctx, payment);
  if (fact === null || !hasEnded(fact)) return false;
  return ctx.tx(async (tx) => {
    if (fact.state !== "completed") await endPayment(tx, payment, reason);
    else await applyPaymentFact(tx, ctx, payment.id, fact);
    const after = await readPayment(tx, payment.id);
    return after?.state === "cancelled" || after?.state === "expired";
  });
}

/**
 * Marks a payment as ended, and the order as no longer processing if no other attempt is open. If a capture has been
 * requested since the payment was read, changes nothing, because the provider may still capture it.
 */
async function endPayment(
  tx: Transaction,
  { id, order_id: orderId, capture_attempts: attempts }: PaymentRow,
  reason: "expired" | "cancelled",
): Promise<void> {
  const order = await lockOrder(tx, orderId);
  const ended = await tx.row(sql`
    update shop.payments set state = ${reason}, updated_at = now()
    where store_id = ${tx.storeId} and id = ${id} and state not in ('completed', 'refunded')
      and (state <> 'processing' or capture_attempts = ${attempts}) returning id`);
  if (ended === undefined || order.payment_state !== "processing") return;
  if (!(await hasOpenPayment(tx, orderId))) await failOrder(tx, order, "cancelled");
}

const nothing: PaymentFact = {
  state: "cancelled",
  capturedMinor: null,
  currency: "",
  issues: [],
  debugId: null,
};

/** Cancels the payment at its provider. Returns null if it is unknown whether the payment is canceled. */
async function cancelAtProvider(ctx: Context, payment: PaymentRow): Promise<PaymentFact | null> {
  try {
    const gateway = await gatewayOf(ctx, payment);
    // If there is no id, the response to the call that opened the payment was lost. Repeating that call with the same
    // key returns the payment, which can then be canceled.
    const providerId = payment.provider_id ?? (await openAt(ctx, gateway, payment)).providerId;
    const isCapturing = payment.state === "processing";
    return await askAbout(gateway, payment, `cancel ${providerId} ${isCapturing}`, () =>
      gateway.cancel(providerId, { isCapturing }),
    );
  } catch (error) {
    if (error instanceof GatewayRefused) return nothing;
    logFailedCall(ctx, error, payment, "a payment could not be canceled yet");
    return null;
  }
}

/**
 * How old a payment must be before staff can cancel its order although the payment can't be canceled at its provider.
 */
const lostAfterMs = 24 * 60 * 60_000;

/**
 * Marks an order's old attempts as canceled if the store's current keys can't cancel them although the provider
 * responds, for example because an account was closed. The order's timeline lists them, because the buyer may have
 * paid. Returns whether there were any.
 */
export async function giveUpLostPayments(ctx: Context, orderId: string): Promise<boolean> {
  const before = ctx.now().getTime() - lostAfterMs;
  const attempts = await ctx.tx((tx) => readPayments(tx, orderId));
  const old = attempts.filter(
    ({ state, created_at: at }) =>
      (state === "created" || state === "failed") && at.getTime() < before,
  );
  let lost = 0;
  for (const payment of old) {
    if ((await cancelAtProvider(ctx, payment)) !== null) continue;
    if (!(await isAnswering(ctx, payment))) continue;
    await ctx.tx(async (tx) => {
      await endPayment(tx, payment, "cancelled");
      const { id: paymentId, provider, provider_id: providerId } = payment;
      const problem = { paymentId, provider, providerId, issue: "PAYMENT_UNKNOWN" };
      await reportOnce(tx, ctx, orderId, problem);
    });
    lost += 1;
  }
  return lost > 0;
}

/** Whether the provider responds to calls with the store's current keys; true if the store has none. */
async function isAnswering(ctx: Context, payment: PaymentRow): Promise<boolean> {
  const gateway = await gatewayFor(ctx, payment.provider, payment.environment);
  if (gateway === null) return true;
  try {
    await withinTime(gateway, gateway.check([]));
    return true;
  } catch (error) {
    if (error instanceof GatewayUnknown) return false;
    throw error;
  }
}
