import {
  type PaymentState,
  refundStatuses,
  type RefundState,
  transactionStatuses,
} from "@vetrina/commerce/orders/order-states";
import type { TransactionFilters } from "@vetrina/contract/orders/transactions";
import type { Transaction } from "../../../platform/context.ts";
import { joinSql, type Sql, sql } from "../../../platform/database/sql.ts";
import type { Cursor } from "../../../platform/http/answers/time-cursor.ts";
import { type TransactionRow, transactions } from "./transaction-rows.ts";

export type PagedTransaction = TransactionRow & { cursor_at: string };

/** Reads a page of matching payments and refunds of the store, newest first. */
export function readStoreTransactions(
  tx: Transaction,
  filters: TransactionFilters,
  { cursor, limit, offset }: { cursor: Cursor | null; limit: number; offset: number },
): Promise<PagedTransaction[]> {
  // Reads at most `limit + offset` payments and as many refunds, because the page can't contain any that are older.
  const half = sql`limit ${limit + offset}`;
  const { ofPayments, ofRefunds } = matching(filters);
  const after = (alias: Sql) =>
    cursor === null
      ? sql``
      : sql` and (${alias}.created_at, ${alias}.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`;
  const newest = (table: Sql, alias: Sql, condition: Sql, join = sql``) => sql`
    in (select ${alias}.id from ${table} ${alias} ${join} where ${alias}.store_id = ${tx.storeId} and ${condition}${after(alias)}
      order by ${alias}.created_at desc, ${alias}.id desc ${half})`;
  const ofPayment = sql`join shop.payments p on p.store_id = r.store_id and p.id = r.payment_id`;
  return tx.rows<PagedTransaction>(sql`
    select t.*, t.created_at::text as cursor_at from (${transactions(
      tx,
      sql`p.id ${newest(sql`shop.payments`, sql`p`, ofPayments)}`,
      sql`r.id ${newest(sql`shop.refund_payments`, sql`r`, ofRefunds, ofPayment)}`,
    )}) t
    order by t.created_at desc, t.id desc limit ${limit} offset ${offset}`);
}

/** Counts the matching transactions, up to `max`. */
export async function countStoreTransactions(
  tx: Transaction,
  filters: TransactionFilters,
  max: number,
): Promise<number> {
  const { ofPayments, ofRefunds } = matching(filters);
  const row = await tx.row<{ n: number }>(sql`
    select count(*)::int as n from (
      (select from shop.payments p where p.store_id = ${tx.storeId} and ${ofPayments})
      union all
      (select from shop.refund_payments r join shop.payments p on p.store_id = r.store_id and p.id = r.payment_id
        where r.store_id = ${tx.storeId} and ${ofRefunds})
      limit ${max}) t`);
  return row?.n ?? 0;
}

function matching(filters: TransactionFilters): { ofPayments: Sql; ofRefunds: Sql } {
  const { type, status, provider, environment } = filters;
  const ofPayments: Sql[] = [type === "REFUND" ? sql`false` : sql`true`];
  const ofRefunds: Sql[] = [type === "PAYMENT" ? sql`false` : sql`true`];
  if (status !== undefined) {
    ofPayments.push(sql`p.state = any(${statesOf(transactionStatuses, status)}::text[])`);
    ofRefunds.push(sql`r.state = any(${statesOf(refundStatuses, status)}::text[])`);
  }
  for (const [conditions, alias] of [
    [ofPayments, sql`p`],
    [ofRefunds, sql`r`],
  ] as const) {
    if (provider !== undefined) conditions.push(sql`p.provider = ${provider}`);
    if (environment !== undefined) conditions.push(sql`p.environment = ${environment}`);
    if (filters.startDate !== undefined)
      conditions.push(sql`${alias}.created_at >= ${filters.startDate}::timestamptz`);
    if (filters.endDate !== undefined)
      conditions.push(sql`${alias}.created_at < ${filters.endDate}::timestamptz`);
  }
  return { ofPayments: joinSql(ofPayments, " and "), ofRefunds: joinSql(ofRefunds, " and ") };
}

function statesOf<S extends PaymentState | RefundState>(
  statuses: Readonly<Record<S, string>>,
  status: string,
): string[] {
  return Object.entries(statuses).flatMap(([state, shown]) => (shown === status ? [state] : []));
}
