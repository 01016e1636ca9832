import { toMajor } from "@vetrina/commerce/money";
import {
  type PaymentState,
  refundStatuses,
  type RefundState,
  transactionStatuses,
} from "@vetrina/commerce/orders/order-states";
import type { PaymentEnv, PaymentMethod, PaymentProvider } from "@vetrina/contract/enumerations";
import type { PaymentIssue } from "@vetrina/contract/orders/payments";
import type { Transaction as Shown } from "@vetrina/contract/orders/transactions";
import { sql, type Sql } from "../../../platform/database/sql.ts";
import type { Transaction } from "../../../platform/context.ts";
import { notFound } from "../../../platform/errors.ts";

type State = { type: "PAYMENT"; state: PaymentState } | { type: "REFUND"; state: RefundState };
export type TransactionRow = State & {
  id: string;
  order_id: string;
  amount_minor: number;
  currency: string;
  environment: PaymentEnv;
  provider: PaymentProvider | null;
  method: PaymentMethod | null;
  payment_id: string | null;
  refund_id: string | null;
  refunded_minor: number;
  fee_minor: number | null;
  net_minor: number | null;
  balance_currency: string | null;
  payout_id: string | null;
  received_on: string | null;
  reference: string | null;
  note: string | null;
  issues: PaymentIssue[];
  created_at: Date;
  version: number;
};

/** Selects payments and refunds as one list. */
export function transactions(tx: Transaction, ofPayments: Sql, ofRefunds: Sql): Sql {
  return sql`
    select p.id, p.order_id, 'PAYMENT' as type, p.state, p.amount_minor, p.currency, p.environment, p.provider, p.method,
      null::uuid as payment_id, null::uuid as refund_id, p.refunded_minor, p.received_on::text, p.reference, p.note,
      p.issues, p.created_at, p.version, p.fee_minor::float8, p.net_minor::float8, p.balance_currency, p.payout_id
    from shop.payments p where p.store_id = ${tx.storeId} and ${ofPayments}
    union all
    select r.id, r.order_id, 'REFUND', r.state, r.amount_minor, p.currency, p.environment, p.provider, p.method,
      r.payment_id, r.refund_id, 0, null, null, null, r.issues, r.created_at, 1,
      null, null, null, null
    from shop.refund_payments r join shop.payments p on p.store_id = r.store_id and p.id = r.payment_id
    where r.store_id = ${tx.storeId} and ${ofRefunds}`;
}

/** Reads one page of an order's transactions, newest first, and their total number. */
export async function readTransactions(
  tx: Transaction,
  orderId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: Shown[]; total: number }> {
  const rows = await tx.rows<TransactionRow>(sql`
    ${transactions(tx, sql`p.order_id = ${orderId}`, sql`r.order_id = ${orderId}`)}
    order by id desc limit ${limit} offset ${offset}`);
  const count = await tx.row<{ total: number }>(sql`
    select ((select count(*) from shop.payments where store_id = ${tx.storeId} and order_id = ${orderId})
      + (select count(*) from shop.refund_payments where store_id = ${tx.storeId} and order_id = ${orderId}))::int as total`);
  return { items: rows.map(presentTransaction), total: count?.total ?? 0 };
}

/** Throws NOT_FOUND. */
export async function readTransaction(tx: Transaction, id: string): Promise<Shown> {
  const row = await tx.row<TransactionRow>(transactions(tx, sql`p.id = ${id}`, sql`r.id = ${id}`));
  if (row === undefined) throw notFound("transaction");
  return presentTransaction(row);
}

export function presentTransaction(row: TransactionRow): Shown {
  const inBalance = (minor: number | null) =>
    minor === null || row.balance_currency === null ? null : toMajor(minor, row.balance_currency);
  return {
    id: row.id,
    orderId: row.order_id,
    type: row.type,
    status: row.type === "PAYMENT" ? transactionStatuses[row.state] : refundStatuses[row.state],
    amount: toMajor(row.amount_minor, row.currency),
    currency: row.currency,
    environment: row.environment,
    provider: row.provider,
    method: row.method,
    paymentId: row.payment_id,
    refundId: row.refund_id,
    refunded: toMajor(row.refunded_minor, row.currency),
    fee: inBalance(row.fee_minor),
    net: inBalance(row.net_minor),
    balanceCurrency: row.balance_currency,
    payoutId: row.payout_id,
    receivedOn: row.received_on,
    reference: row.reference,
    note: row.note,
    details: row.issues,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  };
}
