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
  /** Its buyer chooses email and address in the provider's wallet, unless staff have taken a part of the money. */
  isExpress: boolean;
  /** No email or address is known yet. */
  needsAddress: boolean;
  /** Its payments with a provider, newest first. */
  attempts: PaymentRow[];
  /** The modes of its completed payments, including those recorded by staff. */
  paidModes: PaymentEnv[];
};

/** Locks the store's mode and then the order, in this order everywhere, and reads its payments. Throws NOT_FOUND. */
export async function lockOrderToPay(tx: Transaction, orderId: string): Promise<OrderToPay> {
  const locked = await lock(tx, sql`${orderId}::uuid`);
  if (locked === undefined || locked.order.deleted_at !== null) throw notFound("order");
  return locked;
}

/** The same for the order of a payment, deleted ones included, because their money counts; undefined if there is no such payment. */
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
  // The order's row is locked in the outer query, after the mode.
  const locking = tx.row<OrderRow & { mode: PaymentEnv }>(sql`
    select ${orderColumns}, mode from shop.orders o cross join (select door.lock_store_mode() as mode) m
    where o.store_id = ${tx.storeId} and o.id = ${orderId} for update of o`);
  // A statement of its own, so that it sees what others committed while the first one waited for the lock.
  const [row, payments] = await Promise.all([locking, readAllPayments(tx, orderId)]);
  if (row === undefined) return undefined;
  const { mode, ...order } = row;
  return {
    order,
    mode,
    isExpress: order.is_express && order.paid_minor === 0,
    needsAddress: needsAddress(order),
    attempts: payments.filter(({ provider }) => provider !== null),
    paidModes: payments.flatMap((one) => (one.state === "completed" ? [one.environment] : [])),
  };
}

/** An express order whose buyer isn't known yet, or that was priced for a destination without a known address. */
export function needsAddress(order: OrderRow): boolean {
  return order.is_express && (order.email === null || order.shipping_address === null);
}
