import type { InvoicedChange } from "@vetrina/commerce/orders/invoiced-changes";
import type { RefundState } from "@vetrina/commerce/orders/order-states";
import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";
import type { PaymentIssue } from "@vetrina/contract/orders/payments";
import type { Transaction } from "../../platform/context.ts";
import { sql, type Sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";

/** A row of shop.refunds. Amounts are minor units. */
export type RefundRow = {
  id: string;
  order_id: string;
  amount_minor: number;
  /** The amount that was returned, which may be less than the amount requested. */
  refunded_minor: number;
  shipping_minor: number;
  shipping_tax_minor: number;
  reason: string | null;
  note: string | null;
  state: RefundState;
  is_announced: boolean;
  /** Set if the refund returns the price difference of a change made after the order's invoice was issued. */
  change: InvoicedChange | null;
  created_at: Date;
  completed_at: Date | null;
};

/** A row of shop.refund_lines. */
export type RefundLineRow = {
  order_item_id: string;
  quantity: number;
  /** The units' share of the line's amount. `amount_minor` may be less. */
  share_minor: number;
  amount_minor: number;
  tax_minor: number;
  tax_included_minor: number;
  is_restocked: boolean;
  restock_location: string | null;
};

/** A row of shop.refund_payments with its capture. */
export type RefundPaymentRow = {
  id: string;
  refund_id: string;
  order_id: string;
  payment_id: string;
  amount_minor: number;
  state: RefundState;
  provider_refund_id: string | null;
  /** How many times the refund was requested from the provider, and when it was first requested. */
  attempts: number;
  requested_at: Date | null;
  issues: PaymentIssue[];
  /** null if staff recorded the payment. */
  provider: PaymentProvider | null;
  /** Whether the system started the refund by itself, without a request by staff. */
  is_automatic: boolean;
  environment: PaymentEnv;
  /** The provider's id of the payment. */
  provider_id: string | null;
  currency: string;
};

const refundColumns = sql`id, order_id, amount_minor, refunded_minor, shipping_minor, shipping_tax_minor, reason, note, state,
  is_announced, change, created_at, completed_at`;

/** Throws NOT_FOUND. */
export async function readRefund(tx: Transaction, id: string): Promise<RefundRow> {
  const row = await tx.row<RefundRow>(sql`
    select ${refundColumns} from shop.refunds where store_id = ${tx.storeId} and id = ${id}`);
  if (row === undefined) throw notFound("refund");
  return row;
}

/** Reads an order's refunds, oldest first. Their number is limited (begin-refund.ts). */
export function readRefunds(tx: Transaction, orderId: string): Promise<RefundRow[]> {
  return tx.rows<RefundRow>(sql`
    select ${refundColumns} from shop.refunds
    where store_id = ${tx.storeId} and order_id = ${orderId} order by id limit 1000`);
}

export function readRefundLines(tx: Transaction, refundId: string): Promise<RefundLineRow[]> {
  return tx.rows<RefundLineRow>(sql`
    select l.order_item_id, l.quantity, l.share_minor, l.amount_minor, l.tax_minor, l.tax_included_minor, l.is_restocked,
      l.restock_location
    from shop.refund_lines l join shop.order_items i on i.store_id = l.store_id and i.id = l.order_item_id
    where l.store_id = ${tx.storeId} and l.refund_id = ${refundId} order by i.position`);
}

/** Reads the refund's parts, each drawn from one capture, newest capture first. */
export function readRefundPayments(tx: Transaction, refundId: string): Promise<RefundPaymentRow[]> {
  return refundPayments(tx, sql`r.refund_id = ${refundId}`);
}

export async function readRefundPayment(
  tx: Transaction,
  id: string,
): Promise<RefundPaymentRow | undefined> {
  return (await refundPayments(tx, sql`r.id = ${id}`))[0];
}

/** Reads the requested parts of refunds that are drawn from a capture and whose result isn't known yet. */
export function readOpenRefunds(tx: Transaction, paymentId: string): Promise<RefundPaymentRow[]> {
  return refundPayments(tx, sql`r.payment_id = ${paymentId} and r.state = 'processing'`);
}

/** Whether the result of one of the order's refunds isn't known. */
export async function hasOpenRefund(tx: Transaction, orderId: string): Promise<boolean> {
  const open = await tx.row(sql`
    select from shop.refunds where store_id = ${tx.storeId} and order_id = ${orderId} and state in ('pending', 'processing') limit 1`);
  return open !== undefined;
}

function refundPayments(tx: Transaction, condition: Sql): Promise<RefundPaymentRow[]> {
  return tx.rows<RefundPaymentRow>(sql`
    select r.id, r.refund_id, r.order_id, r.payment_id, r.amount_minor, r.state, r.provider_refund_id, r.attempts, r.requested_at, r.issues,
      p.provider, p.environment, p.provider_id, p.currency, f.actor_kind = 'system' as is_automatic
    from shop.refund_payments r join shop.payments p on p.store_id = r.store_id and p.id = r.payment_id
    join shop.refunds f on f.store_id = r.store_id and f.id = r.refund_id
    where r.store_id = ${tx.storeId} and ${condition} order by r.payment_id desc`);
}

/** How much of a line is returned by all completed and open refunds of its order. */
export type LineTaken = {
  order_item_id: string;
  quantity: number;
  share_minor: number;
  amount_minor: number;
  tax_minor: number;
  tax_included_minor: number;
};

export function readLinesTaken(tx: Transaction, orderId: string): Promise<LineTaken[]> {
  return tx.rows<LineTaken>(sql`
    select l.order_item_id, sum(l.quantity)::int as quantity, sum(l.share_minor)::bigint as share_minor,
      sum(l.amount_minor)::bigint as amount_minor, sum(l.tax_minor)::bigint as tax_minor,
      sum(l.tax_included_minor)::bigint as tax_included_minor
    from shop.refunds r join shop.refund_lines l on l.store_id = r.store_id and l.refund_id = r.id
    where r.store_id = ${tx.storeId} and r.order_id = ${orderId} and r.state <> 'failed' group by 1`);
}

/** Reads how much shipping is returned by all completed and open refunds of an order, in minor units. */
export async function readShippingTaken(
  tx: Transaction,
  orderId: string,
): Promise<{ amountMinor: number; taxMinor: number }> {
  const row = await tx.row<{ amount: number; tax: number }>(sql`
    select coalesce(sum(shipping_minor), 0)::bigint as amount, coalesce(sum(shipping_tax_minor), 0)::bigint as tax
    from shop.refunds where store_id = ${tx.storeId} and order_id = ${orderId} and state <> 'failed'`);
  return { amountMinor: row?.amount ?? 0, taxMinor: row?.tax ?? 0 };
}

export async function countRefunds(tx: Transaction, orderId: string): Promise<number> {
  const row = await tx.row<{ refunds: number }>(sql`
    select count(*)::int as refunds from shop.refunds where store_id = ${tx.storeId} and order_id = ${orderId}`);
  return row?.refunds ?? 0;
}

/** Reads the units in an order's completed or open refunds that are not put back into stock, by variant. */
export async function readUnitsLeftOut(
  tx: Transaction,
  orderId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.rows<{ variantId: string; units: number }>(sql`
    select i.variant_id as "variantId", sum(l.quantity)::int as units from shop.refund_lines l
    join shop.refunds r on r.store_id = l.store_id and r.id = l.refund_id and r.state <> 'failed'
    join shop.order_items i on i.store_id = l.store_id and i.id = l.order_item_id
    where l.store_id = ${tx.storeId} and l.order_id = ${orderId} and not l.is_restocked and i.variant_id is not null
    group by 1`);
  return new Map(rows.map(({ variantId, units }) => [variantId, units]));
}
