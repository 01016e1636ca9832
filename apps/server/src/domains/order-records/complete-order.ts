import { paymentWindowMinutes } from "@vetrina/commerce/constants";
import type { PaymentEnv } from "@vetrina/contract/enumerations";
import type { Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { writeTogether } from "../../platform/database/together.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { sellHeldStock } from "../inventory/hold-stock.ts";
import { confirmationWrites } from "./mails.ts";
import { freeOrderName } from "./payment-names.ts";
import type { OrderRow } from "./present-order.ts";

/** How and when an order was paid: the payment's display name, the time, and the environment. */
export type Paid = Pick<OrderRow, "payment_name" | "paid_at"> & {
  payment_environment: PaymentEnv;
};

/**
 * Marks an order as paid, sells its held units and queues its confirmation. A canceled order is only marked, and a test
 * order keeps its hold for a while instead. `paidMinor` is the total captured; any excess is withheld. `also` is
 * written in the same statement. The caller holds the order's lock or has just created the order.
 */
export async function completeOrder(
  tx: Transaction,
  order: OrderRow,
  paid: Paid,
  paidMinor = order.total_minor,
  also: readonly Sql[] = [],
): Promise<void> {
  const testHeldUntil = testHoldEnd(order, paid);
  const isOpen = order.cancelled_at === null;
  if (isOpen && testHeldUntil === null) await sellHeldStock(tx, order.id);
  const holders = sql`held_by_address = null, held_by_user = null,`;
  const change = sql`
    update shop.orders set payment_state = 'completed', paid_minor = ${paidMinor},
      withheld_minor = greatest(0, ${paidMinor}::bigint - refunded_minor - total_minor), payment_name = ${paid.payment_name}, paid_at = ${paid.paid_at},
      payment_environment = ${paid.payment_environment}, test_held_until = ${testHeldUntil}, expires_at = null,
      ${testHeldUntil === null ? holders : sql``} updated_at = now()
    where store_id = ${tx.storeId} and id = ${order.id}`;
  await writeTogether(tx, [...also, ...(isOpen ? confirmationWrites(tx, order) : []), change]);
}

/**
 * Adds a payment that doesn't complete the order. An unpaid order then keeps its units until it is paid or canceled,
 * because the store has received money. The caller holds the order's lock. `also` is written in the same statement.
 */
export async function addPayment(
  tx: Transaction,
  orderId: string,
  amountMinor: number,
  also: readonly Sql[] = [],
): Promise<void> {
  const change = sql`
    update shop.orders set paid_minor = paid_minor + ${amountMinor}, expires_at = null,
      held_by_address = case when test_held_until is null then null else held_by_address end,
      held_by_user = case when test_held_until is null then null else held_by_user end, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`;
  await writeTogether(tx, [...also, change]);
}

/**
 * Returns when a paid test order's hold ends: one payment window after the payment. null for a canceled order and for
 * an order that was paid with real money.
 */
function testHoldEnd(order: OrderRow, { payment_environment, paid_at }: Paid): Date | null {
  if (payment_environment === "LIVE" || paid_at === null || order.cancelled_at !== null)
    return null;
  return new Date(paid_at.getTime() + paymentWindowMinutes * 60_000);
}

/**
 * Returns the row of a new order that costs nothing, marked as paid. Because no payment provider asks for the email and
 * address, the request must contain them. Throws VALIDATION_FAILED if it doesn't.
 */
export function freeOrder(order: OrderRow, environment: PaymentEnv, now: Date) {
  const missing = [
    ...(order.email === null ? ["email"] : []),
    ...(order.shipping_address === null ? ["shippingAddress"] : []),
  ];
  if (missing.length > 0)
    throw new ApiFailure(
      "VALIDATION_FAILED",
      "A free order needs an email and a shipping address. Add what is missing.",
      missing.map((path) => ({ path, message: "Required for a free order." })),
    );
  const paid = { payment_name: freeOrderName, payment_environment: environment, paid_at: now };
  return { ...order, ...paid, expires_at: null, payment_state: "completed" as const };
}
