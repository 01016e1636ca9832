import { toMajor } from "@vetrina/commerce/money";
import { paymentStatuses } from "@vetrina/commerce/orders";
import type { PaymentProvider } from "@vetrina/contract/enumerations";
import type { payments } from "@vetrina/contract/payments";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Output, Verb } from "../../platform/http/routes.ts";
import { claimKey, keepAnswer } from "../../platform/idempotency.ts";
import { newId } from "../../platform/id.ts";
import { GatewayUnknown, type OpenedPayment } from "../../gateways/provider.ts";
import { lockOrder } from "../orders/queries.ts";
import type { OrderRow } from "../orders/present-order.ts";
import { gatewayOf, withinTime } from "./gateway-of.ts";
import { wasDeclined } from "./present-payment.ts";
import { type PaymentRow, readPayments } from "./queries.ts";

type Intent = Output<typeof payments.createPaymentIntent>;

/**
 * Opens a payment of the order's stored total; an open one is answered again. Row first, provider second, the row's id
 * as the provider's idempotency key: a lost answer is asked for again and is the same payment.
 */
export const createPaymentIntent: Verb<typeof payments.createPaymentIntent> = async (
  ctx,
  { id, body },
) => {
  const begun = await ctx.tx(async (tx) => {
    const kept = await claimKey<Intent>(tx, ctx);
    if (kept !== null) return { kept };
    const order = await lockOrder(tx, id);
    refuseUnpayable(order, ctx.now());
    return {
      payment:
        (await openPayment(tx, order.id, body.provider)) ??
        (await insertPayment(tx, ctx, order, body.provider)),
    };
  });
  if (begun.kept !== undefined) return begun.kept;
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

export function refuseUnpayable(order: OrderRow, now: Date): void {
  if (order.paid_at !== null)
    throw new ApiFailure("ORDER_ALREADY_PAID", "This order is paid already.", {
      orderNumber: order.order_number,
    });
  if (order.cancelled_at !== null || (order.expires_at !== null && order.expires_at <= now))
    throw new ApiFailure(
      "ORDER_EXPIRED",
      "The time to pay for this order is over. Place it again from your cart.",
    );
}

/** The attempt that waits for the shopper: never opened, or declined and to be tried with another instrument. */
async function openPayment(
  tx: Transaction,
  orderId: string,
  provider: PaymentProvider,
): Promise<PaymentRow | undefined> {
  const payments = await readPayments(tx, orderId);
  return payments.find(
    (p) =>
      p.provider === provider &&
      (p.state === "created" || (p.state === "failed" && wasDeclined(p))),
  );
}

async function insertPayment(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  provider: PaymentProvider,
): Promise<PaymentRow> {
  const active = await tx.row(sql`
    select from catalogue.payment_providers
    where store_id = ${tx.storeId} and provider = ${provider} and environment = ${ctx.store.environment}`);
  if (active === undefined)
    throw new ApiFailure(
      "PROVIDER_ERROR",
      "This way to pay is not available here. Choose another.",
      { provider },
    );
  const payment: PaymentRow = {
    id: newId(),
    order_id: order.id,
    provider,
    environment: ctx.store.environment,
    provider_id: null,
    client_secret: null,
    amount_minor: order.total_minor,
    currency: order.currency,
    state: "created",
    issues: [],
    debug_id: null,
  };
  await tx.run(sql`
    insert into shop.payments (store_id, id, order_id, provider, environment, amount_minor, currency)
    values (${tx.storeId}, ${payment.id}, ${order.id}, ${provider}, ${payment.environment}, ${payment.amount_minor}, ${payment.currency})`);
  return payment;
}

async function openAtProvider(ctx: Context, payment: PaymentRow): Promise<OpenedPayment> {
  const gateway = gatewayOf(ctx, payment);
  const lost = () => new GatewayUnknown(`${gateway.name} did not answer`);
  try {
    return await withinTime(
      gateway.create({
        key: payment.id,
        amountMinor: payment.amount_minor,
        currency: payment.currency,
        orderId: payment.order_id,
      }),
      lost,
    );
  } catch (error) {
    if (!(error instanceof GatewayUnknown)) throw error;
    throw new ApiFailure(
      "PROVIDER_ERROR",
      `${gateway.name} does not answer. Nothing was taken; try again.`,
    );
  }
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
