import { DatabaseError } from "pg";
import { paymentWindowMinutes } from "@vetrina/commerce/constants";
import { toMajor } from "@vetrina/commerce/money";
import { paymentStatuses } from "@vetrina/commerce/orders/order-states";
import type { PaymentProvider } from "@vetrina/contract/enumerations";
import type { payments } from "@vetrina/contract/orders/payments";
import type { Context, Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { writeTogether } from "../../platform/database/together.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Output, Handler } from "../../platform/http/routes.ts";
import { answerWrite, claimKey } from "../../platform/idempotency.ts";
import { newId } from "../../platform/id.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { originOfHost } from "../../platform/mail/origin-of-host.ts";
import { storeOrigin } from "../../platform/mail/store-origin.ts";
import { isUnavailable } from "../../platform/unavailable.ts";
import { type ExpressTerms, GatewayRefused, type OpenedPayment } from "../../gateways/provider.ts";
import { dueOf, isPaidBack } from "../order-records/order-money.ts";
import { lockOrder } from "../order-records/order-rows.ts";
import { holdExtension } from "../order-records/order-states.ts";
import type { OrderRow } from "../order-records/present-order.ts";
import { findGateway } from "../payment-providers/account.ts";
import { logFailedCall } from "../payment-providers/log-failed-call.ts";
import { lockActiveProvider } from "../payment-providers/lock-active-provider.ts";
import { closePayment } from "./cancel-open-payments.ts";
import { termsOf } from "./express/express-terms.ts";
import { gatewayOf, openAt } from "./gateway-of.ts";
import { reconcilePayments } from "./jobs.ts";
import { lockOrderToPay, type OrderToPay } from "./lock-order-to-pay.ts";
import { canContinue } from "./present-payment.ts";
import type { PaymentRow } from "./queries.ts";

type Intent = Output<typeof payments.createPaymentIntent>;

/**
 * Opens a payment of the amount due for the order, or returns the open one. The row is written before the provider is
 * called, and its id is the provider's idempotency key, so repeating the call after a lost response returns the same
 * payment. An order has one open payment; open payments with another provider, mode or amount are canceled first.
 */
export const createPaymentIntent: Handler<typeof payments.createPaymentIntent> = async (
  ctx,
  { id, body },
) => {
  const request = { provider: body.provider, returnUrl: await returnUrlOf(ctx, id) };
  let begun = await begin(ctx, id, request);
  for (let round = 1; begun.others !== undefined; round += 1) {
    if (round > maxRounds) throw stillOpen();
    for (const other of begun.others) await closeOther(ctx, other);
    begun = await begin(ctx, id, request);
  }
  if (begun.stored !== undefined) return begun.stored;
  const { payment } = begun;
  const opened =
    payment.provider_id === null
      ? await openAtProvider(ctx, payment, begun.express)
      : {
          providerId: payment.provider_id,
          clientSecret: payment.client_secret,
          redirectUrl: payment.redirect_url,
        };
  const intent: Intent = {
    id: opened.providerId,
    provider: payment.provider.toLowerCase(),
    status: paymentStatuses[payment.state === "failed" ? "created" : payment.state],
    amount: toMajor(payment.amount_minor, payment.currency),
    currency: payment.currency,
    clientSecret: opened.clientSecret,
    redirectUrl: opened.redirectUrl ?? null,
  };
  await ctx.tx((tx) =>
    writeTogether(tx, [...openedWrite(tx, payment, opened), ...answerWrite(ctx, intent)]),
  );
  return intent;
};

/**
 * Throws INVALID_TRANSITION if the store has switched its mode since any part of the order was paid or the order was
 * completed for free, because test money can't pay for a real order.
 */
export function requireMode({ order, mode, paidModes }: OrderToPay): void {
  const paidIn = order.payment_environment ?? mode;
  if (paidIn === mode && paidModes.every((paid) => paid === mode)) return;
  throw new ApiFailure(
    "INVALID_TRANSITION",
    "The store has switched between test and real payments since this order was partly or fully paid. Cancel the order and place it again.",
    { status: "PENDING" },
  );
}

/** Maximum number of rounds of canceling other payments. Another tab may open a new one after each round. */
const maxRounds = 3;

type Begun =
  | { stored: Intent; others?: undefined }
  | { others: PaymentRow[]; stored?: undefined }
  | {
      payment: PaymentRow;
      express: ExpressTerms | undefined;
      stored?: undefined;
      others?: undefined;
    };

type Request = { provider: PaymentProvider; returnUrl: string };

/** Returns the attempt to continue with, the other attempts that must be canceled first, or the stored response. */
function begin(ctx: Context, orderId: string, request: Request): Promise<Begun> {
  const { provider } = request;
  return ctx.tx(async (tx): Promise<Begun> => {
    const stored = await claimKey<Intent>(tx, ctx);
    if (stored !== null) return { stored };
    const locked = await lockOrderToPay(tx, orderId);
    const { order, mode: environment, attempts } = locked;
    requirePayable(order, ctx.now());
    requireNoneProcessing(attempts);
    requireMode(locked);
    // Checked before other payments are canceled, so that an error doesn't affect the payment that is open in the
    // buyer's wallet.
    const express = await expressTerms(tx, ctx, locked, provider);
    const open = attempts.filter(canContinue);
    const mine = open.find(
      (payment) =>
        payment.provider === provider &&
        payment.environment === environment &&
        payment.amount_minor === dueOf(order),
    );
    const others = open.filter((payment) => payment !== mine);
    if (others.length > 0) return { others };
    if (mine !== undefined) return { payment: mine, express };
    const isFirst = attempts.length === 0 && order.expires_at !== null;
    const window = isFirst ? [paymentWindow(tx, ctx, orderId)] : [];
    const payment = await insertPayment(tx, ctx, order, { ...request, environment }, window);
    await askLater(tx, ctx, order, payment.id);
    return { payment, express };
  });
}

/**
 * Returns the order's amounts for the provider's wallet, if it is paid there. Throws PAYMENT_FAILED if the order has no
 * email or address yet and can't get them from the wallet.
 */
async function expressTerms(
  tx: Transaction,
  ctx: Context,
  { order, mode, isExpress, needsDetails }: OrderToPay,
  provider: PaymentProvider,
): Promise<ExpressTerms | undefined> {
  const gateway = isExpress ? await findGateway(tx, ctx.services, provider, mode) : null;
  if (gateway?.express !== undefined) return termsOf(order, []);
  if (!needsDetails) return undefined;
  throw new ApiFailure(
    "PAYMENT_FAILED",
    "This order has no email or address yet. Enter them in the checkout to pay another way.",
    [{ issue: "ADDRESS_MISSING", description: "The order has no email or address." }],
  );
}

/**
 * For an order that doesn't expire (part of it is paid), adds a job that asks the provider about the payment after the
 * payment window. If both the webhook event and the buyer's return are lost, the money is otherwise noticed only by the
 * daily reconciliation.
 */
async function askLater(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  paymentId: string,
): Promise<void> {
  if (order.expires_at !== null || order.change_expires_at !== null) return;
  const runAt = new Date(ctx.now().getTime() + (paymentWindowMinutes + 1) * 60_000);
  await enqueue(tx, reconcilePayments, { paymentId }, { runAt });
}

/**
 * Returns the SQL statement that extends the hold to the payment window. Only for the first payment, because later ones
 * could extend it forever.
 */
function paymentWindow(tx: Transaction, ctx: Context, orderId: string): Sql {
  const end = new Date(ctx.now().getTime() + paymentWindowMinutes * 60_000);
  return holdExtension(tx, orderId, end);
}

/** Throws INVALID_TRANSITION while a payment is being captured, because a second one could charge the buyer twice. */
export function requireNoneProcessing(attempts: readonly PaymentRow[]): void {
  if (!attempts.some((payment) => payment.state === "processing")) return;
  throw new ApiFailure(
    "INVALID_TRANSITION",
    "A payment for this order is in progress. Wait until the payment provider responds.",
    { status: "PENDING" },
  );
}

async function closeOther(ctx: Context, other: PaymentRow): Promise<void> {
  if (await closePayment(ctx, other, "cancelled")) return;
  const paid = await ctx.tx(async (tx) => {
    const order = await lockOrder(tx, other.order_id);
    return order.paid_at !== null && dueOf(order) === 0;
  });
  // If the order was paid in the meantime, the next call of begin() reports it.
  if (!paid) throw stillOpen();
}

function stillOpen(): ApiFailure {
  return new ApiFailure(
    "PROVIDER_ERROR",
    "Another payment for this order is still open. Finish that payment, or try again in a minute.",
  );
}

/**
 * Throws ORDER_ALREADY_PAID for a paid order without an open change. Throws ORDER_EXPIRED for an unpaid order that has
 * expired or was canceled, and for an open change that has expired or whose order was paid back.
 */
export function requirePayable(order: OrderRow, now: Date): void {
  if (order.paid_at !== null && order.change_expires_at !== null) {
    if (isPaidBack(order))
      throw new ApiFailure(
        "ORDER_EXPIRED",
        "You got your money back for this order, so you can no longer pay for the change to it. Place a new order.",
      );
    if (order.change_expires_at > now) return;
    throw new ApiFailure(
      "ORDER_EXPIRED",
      "The change to this order can no longer be paid for, so the order is unchanged. Ask the store to make the change again.",
    );
  }
  if (order.paid_at !== null)
    throw new ApiFailure("ORDER_ALREADY_PAID", "This order is already paid.", {
      orderNumber: order.order_number,
    });
  if (order.cancelled_at !== null || (order.expires_at !== null && order.expires_at <= now))
    throw new ApiFailure(
      "ORDER_EXPIRED",
      "This order has expired or was canceled. Place it again.",
    );
}

async function insertPayment(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  { provider, environment, returnUrl }: Request & Pick<PaymentRow, "environment">,
  also: readonly Sql[],
): Promise<PaymentRow> {
  const isActive = await lockActiveProvider(tx, provider, environment);
  if (!isActive || (await findGateway(tx, ctx.services, provider, environment)) === null)
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
    capture_id: null,
    return_url: returnUrl,
    redirect_url: null,
    cancel_after: null,
    changing_until: null,
    created_at: ctx.now(),
    updated_at: ctx.now(),
  };
  await writeTogether(tx, [
    sql`
      insert into shop.payments (store_id, id, order_id, provider, environment, amount_minor, currency, return_url, created_at)
      values (${tx.storeId}, ${payment.id}, ${order.id}, ${provider}, ${payment.environment}, ${payment.amount_minor}, ${payment.currency},
        ${payment.return_url}, ${payment.created_at})`,
    ...also,
  ]);
  return payment;
}

/**
 * Returns where the provider sends the shopper afterwards. It is stored with the payment, because providers reject a
 * repeated call with a different body. Only hosts of the store are used, because the caller may not be the person who
 * pays.
 */
async function returnUrlOf({ origin, services, store }: Context, orderId: string): Promise<string> {
  const primary = storeOrigin(store.domain, services.publicUrl);
  const host = URL.parse(origin)?.hostname ?? null;
  return `${await originOfHost(services, store.id, host, primary)}/checkout?return=${orderId}`;
}

async function openAtProvider(
  ctx: Context,
  payment: PaymentRow,
  express: ExpressTerms | undefined,
): Promise<OpenedPayment> {
  const gateway = await gatewayOf(ctx, payment);
  try {
    return await openAt(ctx, gateway, payment, express);
  } catch (error) {
    if (error instanceof GatewayRefused) throw await refused(ctx, payment, error);
    // The test provider stores its payments in our own database, so its error can be an outage of that database.
    if (error instanceof DatabaseError && isUnavailable(error)) throw error;
    logFailedCall(ctx, error, payment, "a payment could not be opened");
    throw new ApiFailure(
      "PROVIDER_ERROR",
      `${gateway.name} could not open the payment. You haven't been charged. Try again.`,
    );
  }
}

/** Ends an attempt that the provider rejected, so that the order can be paid another way or expire. */
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

function openedWrite(tx: Transaction, payment: PaymentRow, opened: OpenedPayment): Sql[] {
  if (payment.provider_id !== null) return [];
  return [
    sql`
      update shop.payments set provider_id = ${opened.providerId}, client_secret = ${opened.clientSecret},
        redirect_url = ${opened.redirectUrl ?? null}, updated_at = now()
      where store_id = ${tx.storeId} and id = ${payment.id} and provider_id is null`,
  ];
}
