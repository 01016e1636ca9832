import type { PaymentEnv } from "@vetrina/contract/enumerations";
import type { Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import { orderColumns } from "../order-records/order-rows.ts";
import type { OrderRow } from "../order-records/present-order.ts";
import { type PaymentRow, readAllPayments } from "./queries.ts";

/** An order that may be paid, locked together with the store's mode. */
export type OrderToPay = {
  order: OrderRow;
  mode: PaymentEnv;
  /** Whether the buyer chooses email and address in the provider's wallet. False once a part of the order is paid. */
  isExpress: boolean;
  /** Whether this is an express order whose email or address is still unknown. */
  needsDetails: boolean;
  /** The order's payments through a provider, newest first. */
  attempts: PaymentRow[];
  /** The modes of the order's completed payments, including manual payments. */
  paidModes: PaymentEnv[];
};

/**
 * Locks the store's mode and then the order, always in this sequence, and reads the order's payments. Throws NOT_FOUND.
 */
export async function lockOrderToPay(tx: Transaction, orderId: string): Promise<OrderToPay> {
  const locked = await lock(tx, sql`${orderId}::uuid`);
  if (locked === undefined || locked.order.deleted_at !== null) throw notFound("order");
  return locked;
}

/**
 * Like lockOrderToPay(), for the order of a payment. Includes deleted orders, because their payments still count.
 * undefined if there is no such payment.
 */
export function lockOrderOfPayment(
  tx: Transaction,
  paymentId: string,
): Promise<OrderToPay | undefined> {
  return lock(
    tx,
    sql`(select p.order_id from shop.payments p where p.store_id = ${tx.storeId} and p.id = ${paymentId})`,
  );
}

async function lock(tx: Transaction, orderId: Sql): Promise<OrderToPay | undefined> {
  // The outer query locks the order's row, after the subquery has locked the mode.
  const locking = tx.row<OrderRow & { mode: PaymentEnv }>(sql`
    select ${orderColumns}, mode from shop.orders o cross join (select door.lock_store_mode() as mode) m
    where o.store_id = ${tx.storeId} and o.id = ${orderId} for update of o`);
  // Runs as a second statement, so that it sees what other transactions committed while the first one waited for the
  // lock.
  const [row, payments] = await Promise.all([locking, readAllPayments(tx, orderId)]);
  if (row === undefined) return undefined;
  const { mode, ...order } = row;
  return {
    order,
    mode,
    isExpress: order.is_express && order.paid_minor === 0,
    needsDetails: needsDetails(order),
    attempts: payments.filter((payment) => payment.provider !== null),
    paidModes: payments.flatMap((one) => (one.state === "completed" ? [one.environment] : [])),
  };
}

/** Whether the order is an express order without the buyer's email or address. Only a wallet can then pay it. */
export function needsDetails(order: OrderRow): boolean {
  return needsAddress(order) || (order.is_express && order.email === null);
}

/** Whether the order is an express order that can't be completed yet, because its address or buyer is unknown. */
export function isIncomplete(order: OrderRow): boolean {
  return needsAddress(order) || needsBuyer(order);
}

/** Whether the order is an express order without a shipping address. */
export function needsAddress(order: OrderRow): boolean {
  return order.is_express && order.shipping_address === null;
}

/**
 * Whether the order is an express order without an email and a customer. With a customer, it keeps its money without an
 * email: an erasure removes the email if it is another person's.
 */
export function needsBuyer(order: OrderRow): boolean {
  return order.is_express && order.email === null && !order.has_customer;
}
