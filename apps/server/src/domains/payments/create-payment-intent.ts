import { DatabaseError } from "pg";
import { paymentWindowMinutes } from "@vetrina/commerce/constants";
import { toMajor } from "@vetrina/commerce/money";
import { paymentStatuses } from "@vetrina/commerce/order-states";
import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";
import type { payments } from "@vetrina/contract/payments";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Output, Handler } from "../../platform/http/routes.ts";
import { claimKey, keepAnswer } from "../../platform/idempotency.ts";
import { newId } from "../../platform/id.ts";
import { isUnavailable } from "../../platform/unavailable.ts";
import { GatewayRefused, type OpenedPayment } from "../../gateways/provider.ts";
import { dueOf } from "../order-records/complete-order.ts";
import { lockOrder } from "../order-records/order-rows.ts";
import { extendHold } from "../order-records/order-states.ts";
import type { OrderRow } from "../order-records/present-order.ts";
import { holdMode } from "../../platform/database/hold-mode.ts";
import { closePayment } from "./cancel-open-payments.ts";
import { gatewayOf, openAt } from "./gateway-of.ts";
import { canGoOn } from "./present-payment.ts";
import { type PaymentRow, readPayments } from "./queries.ts";

type Intent = Output<typeof payments.createPaymentIntent>;

/**
 * Opens a payment of what is due of the order's stored total, or returns the open one. The row is written before the provider is
 * called, and its id is the provider's idempotency key: repeating the call after a lost response gives the same
 * payment. An order has one open payment: one with another provider, or in the store's previous mode, is canceled
 * first.
 */
export const createPaymentIntent: Handler<typeof payments.createPaymentIntent> = async (
  ctx,
  { id, body },
) => {
  let begun = await begin(ctx, id, body.provider);
  for (let tries = 0; begun.others !== undefined; tries += 1) {
    for (const other of begun.others) await closeOther(ctx, other);
    if (tries === maxRounds) throw stillOpen();
    begun = await begin(ctx, id, body.provider);
  }
  if (begun.stored !== undefined) return begun.stored;
  const { payment } = begun;
  const opened =
    payment.provider_id === null
      ? await openAtProvider(ctx, payment)
      : { providerId: payment.provider_id, clientSecret: payment.client_secret };
  const intent: Intent = {
    id: opened.providerId,
    provider: payment.provider.toLowerCase(),
    status: paymentStatuses[payment.state === "failed" ? "created" : payment.state],
    amount: toMajor(payment.amount_minor, payment.currency),
    currency: payment.currency,
    clientSecret: opened.clientSecret,
  };
  await ctx.tx(async (tx) => {
    await saveOpened(tx, payment, opened);
    await keepAnswer(tx, ctx, intent);
  });
  return intent;
};

/** A part of an order that was recorded in the other mode is no money of this one. Throws INVALID_TRANSITION. */
export async function requireMode(
  tx: Transaction,
  orderId: string,
  environment: PaymentEnv,
): Promise<void> {
  const other = await tx.row(sql`
    select from shop.payments where store_id = ${tx.storeId} and order_id = ${orderId}
      and state = 'completed' and environment <> ${environment} limit 1`);
  if (other === undefined) return;
  throw new ApiFailure(
    "INVALID_TRANSITION",
    "A part of this order was paid before the store changed between test and real payments. Cancel it and place it again.",
    { status: "PENDING" },
  );
}

/** Another tab may open a payment after each cancellation, so the attempts are limited. */
const maxRounds = 3;

type Begun =
  | { stored: Intent; others?: undefined }
  | { others: PaymentRow[]; stored?: undefined }
  | { payment: PaymentRow; stored?: undefined; others?: undefined };

/** The attempt to continue with, or the others that must be canceled before a new one is opened. */
function begin(ctx: Context, orderId: string, provider: PaymentProvider): Promise<Begun> {
  return ctx.tx(async (tx): Promise<Begun> => {
    const stored = await claimKey<Intent>(tx, ctx);
    if (stored !== null) return { stored };
    const environment = await holdMode(tx);
    const order = await lockOrder(tx, orderId);
    requirePayable(order, ctx.now());
    const attempts = await readPayments(tx, orderId);
    requireNoneProcessing(attempts);
    await requireMode(tx, orderId, environment);
    const open = attempts.filter(canGoOn);
    const mine = open.find(
      (payment) =>
        payment.provider === provider &&
        payment.environment === environment &&
        payment.amount_minor === dueOf(order),
    );
    const others = open.filter((payment) => payment !== mine);
    if (others.length > 0) return { others };
    if (mine !== undefined) return { payment: mine };
    if (attempts.length === 0 && order.expires_at !== null) await openWindow(tx, ctx, orderId);
    return { payment: await insertPayment(tx, ctx, order, { provider, environment }) };
  });
}

/** The first payment extends the hold to the payment window. Only once: later ones would extend it forever. */
async function openWindow(tx: Transaction, ctx: Context, orderId: string): Promise<void> {
  const end = new Date(ctx.now().getTime() + paymentWindowMinutes * 60_000);
  await extendHold(tx, orderId, end);
}

/** It is unknown whether money was taken, so a second payment could charge the buyer twice. */
export function requireNoneProcessing(attempts: readonly PaymentRow[]): void {
  if (!attempts.some((payment) => payment.state === "processing")) return;
  throw new ApiFailure(
    "INVALID_TRANSITION",
    "A payment for this order is in progress. Wait until the provider answers.",
    { status: "PENDING" },
  );
}

async function closeOther(ctx: Context, other: PaymentRow): Promise<void> {
  if (await closePayment(ctx, other, "cancelled")) return;
  const paid = await ctx.tx(async (tx) => (await lockOrder(tx, other.order_id)).paid_at !== null);
  // The order was paid meanwhile: the next read shows it.
  if (!paid) throw stillOpen();
}

function stillOpen(): ApiFailure {
  return new ApiFailure(
    "PROVIDER_ERROR",
    "You started a payment somewhere else and it is still open. Finish it there, or try again in a minute.",
  );
}

export function requirePayable(order: OrderRow, now: Date): void {
  if (order.paid_at !== null)
    throw new ApiFailure("ORDER_ALREADY_PAID", "This order is already paid.", {
      orderNumber: order.order_number,
    });
  if (order.cancelled_at !== null || (order.expires_at !== null && order.expires_at <= now))
    throw new ApiFailure("ORDER_EXPIRED", "This order has expired. Place it again from your cart.");
}

async function insertPayment(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  { provider, environment }: Pick<PaymentRow, "provider" | "environment">,
): Promise<PaymentRow> {
  const active = await tx.row(sql`
    select from catalogue.payment_providers
    where store_id = ${tx.storeId} and provider = ${provider} and environment = ${environment}`);
  if (active === undefined || ctx.services.gateways.find(provider, environment) === null)
    throw new ApiFailure("PROVIDER_ERROR", "This payment method isn't available. Choose another.", {
      provider,
    });
  const payment: PaymentRow = {
    id: newId(),
    order_id: order.id,
    provider,
    environment,
    provider_id: null,
    client_secret: null,
    amount_minor: dueOf(order),
    currency: order.currency,
    state: "created",
    issues: [],
    debug_id: null,
    capture_attempts: 0,
  };
  await tx.run(sql`
    insert into shop.payments (store_id, id, order_id, provider, environment, amount_minor, currency)
    values (${tx.storeId}, ${payment.id}, ${order.id}, ${provider}, ${payment.environment}, ${payment.amount_minor}, ${payment.currency})`);
  return payment;
}

async function openAtProvider(ctx: Context, payment: PaymentRow): Promise<OpenedPayment> {
  const gateway = gatewayOf(ctx, payment);
  try {
    return await openAt(gateway, payment);
  } catch (error) {
    if (error instanceof GatewayRefused) throw await refused(ctx, payment, error);
    // The test provider's data is in our own database.
    if (error instanceof DatabaseError && isUnavailable(error)) throw error;
    ctx.services.log.warn(
      { err: error, traceId: ctx.traceId, paymentId: payment.id },
      "a payment could not be opened",
    );
    throw new ApiFailure(
      "PROVIDER_ERROR",
      `${gateway.name} isn't responding. You haven't been charged. Try again.`,
    );
  }
}

/** Nothing was opened: ends the attempt, so that the order can be paid another way or expire. */
async function refused(
  ctx: Context,
  payment: PaymentRow,
  { issue }: GatewayRefused,
): Promise<ApiFailure> {
  await ctx.tx((tx) =>
    tx.run(sql`
      update shop.payments set state = 'failed', issues = ${JSON.stringify([issue])}, updated_at = now()
      where store_id = ${tx.storeId} and id = ${payment.id} and state = 'created'`),
  );
  return new ApiFailure(
    "PAYMENT_FAILED",
    "This payment method can't be used for this order. Choose another.",
    [issue],
  );
}

async function saveOpened(
  tx: Transaction,
  payment: PaymentRow,
  opened: OpenedPayment,
): Promise<void> {
  if (payment.provider_id !== null) return;
  await tx.run(sql`
    update shop.payments set provider_id = ${opened.providerId}, client_secret = ${opened.clientSecret}, updated_at = now()
    where store_id = ${tx.storeId} and id = ${payment.id} and provider_id is null`);
}
