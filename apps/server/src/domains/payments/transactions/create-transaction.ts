import { formatMinor, maxOrderMinor, readAmount } from "@vetrina/commerce/money";
import { isoDayIn } from "@vetrina/commerce/shipping/shipping";
import type { PaymentEnv } from "@vetrina/contract/enumerations";
import type { Transaction as Shown, transactions } from "@vetrina/contract/orders/transactions";
import { audit } from "../../../platform/audit.ts";
import type { Context, Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { ApiFailure, invalidField } from "../../../platform/errors.ts";
import type { Handler, Input } from "../../../platform/http/routes.ts";
import { claimKey, keepAnswer } from "../../../platform/idempotency.ts";
import { newId } from "../../../platform/id.ts";
import { endLinks } from "../../order-records/end-links.ts";
import { dueOf } from "../../order-records/order-money.ts";
import { readOrder } from "../../order-records/order-rows.ts";
import { giveToCustomerWithEmail } from "../../order-records/order-states.ts";
import { methodNames } from "../../order-records/payment-names.ts";
import { type OrderRow, statusOf } from "../../order-records/present-order.ts";
import { recordEvent } from "../../order-records/record-event.ts";
import { payOrder } from "../apply-payment-fact.ts";
import { closePayment } from "../cancel-open-payments.ts";
import { requireMode, requireNoneProcessing, requirePayable } from "../create-payment-intent.ts";
import { lockOrderToPay, needsDetails, type OrderToPay } from "../lock-order-to-pay.ts";
import { canContinue } from "../present-payment.ts";
import type { PaymentRow } from "../queries.ts";
import { readTransaction } from "./transaction-rows.ts";

type Body = Input<typeof transactions.createTransaction>["body"];

/** Maximum number of rounds of canceling open payments. The shopper may open a new one after each round. */
const maxRounds = 3;

/**
 * Records a manual payment in the store's mode, and completes the order once its payments reach the total. First
 * cancels the shopper's open payments, so that nothing is paid twice. Throws PROVIDER_ERROR if a payment can't be
 * canceled.
 */
export const createTransaction: Handler<typeof transactions.createTransaction> = async (
  ctx,
  { body },
) => {
  let recorded = await record(ctx, body);
  for (let round = 1; recorded.open !== undefined && round <= maxRounds; round += 1) {
    for (const open of recorded.open) await closePayment(ctx, open, "cancelled");
    recorded = await record(ctx, body);
  }
  if (recorded.shown !== undefined) return recorded.shown;
  throw new ApiFailure(
    "PROVIDER_ERROR",
    "The buyer has started a payment that can't be canceled now. Try again in a minute.",
  );
};

type Recorded = { shown: Shown; open?: undefined } | { open: PaymentRow[]; shown?: undefined };

function record(ctx: Context, body: Body): Promise<Recorded> {
  return ctx.tx(async (tx): Promise<Recorded> => {
    const stored = await claimKey<{ id: string }>(tx, ctx);
    if (stored !== null) return { shown: await readTransaction(tx, stored.id) };
    const locked = await lockOrderToPay(tx, body.orderId);
    const { order, mode: environment, attempts } = locked;
    requirePayable(order, ctx.now());
    requireNoneProcessing(attempts);
    requireMode(locked);
    const open = attempts.filter(canContinue);
    if (open.length > 0) return { open };
    requireFewPayments(ctx, locked, body.amount);
    const shown = await insertManual(tx, ctx, order, { body, environment });
    // Stores only the id, because the note and the reference may name people and the stored response would survive
    // their erasure.
    await keepAnswer(tx, ctx, { id: shown.id });
    return { shown };
  });
}

async function insertManual(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  { body, environment }: { body: Body; environment: PaymentEnv },
): Promise<Shown> {
  const amountMinor = amountOf(ctx, order, body.amount);
  if (amountMinor === dueOf(order)) requireDetails(order);
  const id = newId();
  const data = { paymentId: id, amountMinor, currency: order.currency, method: body.method };
  await recordEvent(tx, ctx, order.id, { kind: "payment-recorded", text: body.note, data });
  const isNowPaid = order.paid_at === null && amountMinor === dueOf(order);
  const toPay = await giveToBuyer(tx, ctx, order, isNowPaid);
  await tx.run(sql`
    insert into shop.payments (store_id, id, order_id, environment, amount_minor, currency, state, method, received_on,
      reference, note, created_at)
    values (${tx.storeId}, ${id}, ${order.id}, ${environment}, ${amountMinor}, ${order.currency}, 'completed', ${body.method},
      ${receivedOn(ctx, body)}::date, ${body.reference}, ${body.note}, ${ctx.now()})`);
  await payOrder(tx, ctx, toPay, amountMinor, {
    payment_name: methodNames[body.method],
    paid_at: ctx.now(),
    payment_environment: environment,
  });
  await audit(tx, ctx, {
    action: "CREATE",
    entityType: "transaction",
    entityId: id,
    after: { orderId: order.id, ...data },
  });
  return readTransaction(tx, id);
}

/**
 * Assigns the order to the customer with its email, because staff may have placed it for the buyer. Once the order is
 * paid, revokes its key, so that only the link in the confirmation email works. A part payment leaves the key, because
 * the buyer needs it to pay the rest. Without an email, the order stays with its buyer, and no email has a new link.
 */
async function giveToBuyer(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  isNowPaid: boolean,
): Promise<OrderRow> {
  if (order.paid_at !== null) return order;
  const isGiven = await giveToCustomerWithEmail(tx, order.id);
  if (!isGiven || !isNowPaid) return order;
  await endLinks(tx, ctx, order.id, "The payment was recorded by hand.");
  return readOrder(tx, order.id);
}

/**
 * Throws INVALID_TRANSITION for an express order whose email or address isn't known yet: shipping and tax depend on the
 * address, and the confirmation needs the email.
 */
function requireDetails(order: OrderRow): void {
  if (order.paid_at !== null || !needsDetails(order)) return;
  throw new ApiFailure(
    "INVALID_TRANSITION",
    "The buyer's email or address isn't known yet. Add what is missing to the order and check the new total before recording the payment.",
    { status: statusOf(order) },
  );
}

/**
 * Once an order has this many completed payments, only its full amount due can be recorded. The limit keeps the export
 * of the buyer's data small, because it contains all payments.
 */
const maxRecorded = 100;

/** Throws INVALID_TRANSITION if the order has `maxRecorded` payments and this one isn't the full amount due. */
function requireFewPayments(
  ctx: Context,
  { order, paidModes }: OrderToPay,
  amount: number | undefined,
): void {
  if (paidModes.length < maxRecorded || amountOf(ctx, order, amount) === dueOf(order)) return;
  throw new ApiFailure(
    "INVALID_TRANSITION",
    `This order already has ${maxRecorded} payments. Only a payment of the full amount due can still be recorded.`,
    { status: statusOf(order) },
  );
}

/** Returns the amount in minor units; by default, the full amount due. */
function amountOf(ctx: Context, order: OrderRow, amount: number | undefined): number {
  const due = dueOf(order);
  if (amount === undefined) return due;
  const read = readAmount(amount, order.currency, maxOrderMinor);
  if ("problem" in read) throw invalidField("amount", read.problem);
  if (read.minor === 0) throw invalidField("amount", "Use an amount above 0.");
  if (read.minor < due && order.paid_at !== null)
    throw invalidField(
      "amount",
      `Record the full amount due for the change: ${formatMinor(due, order.currency, ctx.store.locale)}.`,
    );
  if (read.minor <= due) return read.minor;
  throw new ApiFailure(
    "AMOUNT_EXCEEDED",
    `Only ${formatMinor(due, order.currency, ctx.store.locale)} is due. Record this amount or less.`,
    { due },
  );
}

/** Returns the day of the payment, by default today. ISO 8601 dates can be compared as strings. */
function receivedOn(ctx: Context, { receivedOn: day }: Body): string {
  const today = isoDayIn(ctx.now(), ctx.store.timeZone);
  if (day !== undefined && day > today)
    throw invalidField("receivedOn", "Use today's date or an earlier one.");
  return day ?? today;
}
