import type { PaymentState } from "@vetrina/commerce/orders/order-states";
import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";
import type { PaymentIssue } from "@vetrina/contract/orders/payments";
import { sql, type Sql } from "../../platform/database/sql.ts";
import type { Transaction } from "../../platform/context.ts";

/** One attempt to pay an order through a provider: a row of shop.payments with a `provider`. */
export type PaymentRow = {
  id: string;
  order_id: string;
  provider: PaymentProvider;
  environment: PaymentEnv;
  provider_id: string | null;
  client_secret: string | null;
  amount_minor: number;
  currency: string;
  state: PaymentState;
  issues: PaymentIssue[];
  debug_id: string | null;
  /** The number of capture attempts. A call repeated after a lost response belongs to the same attempt. */
  capture_attempts: number;
  /** The provider's id of the capture, if it differs from the payment's. */
  capture_id: string | null;
  return_url: string | null;
  redirect_url: string | null;
  /** The sweep doesn't try to cancel the payment before this time; null: it can try at any time. */
  cancel_after: Date | null;
  /** The time until which the provider may still be changing the payment's amount; null: it isn't being changed. */
  changing_until: Date | null;
  created_at: Date;
  updated_at: Date;
};

/** A row of shop.payments that staff recorded, such as a bank transfer. */
export type ManualPaymentRow = Omit<PaymentRow, "provider"> & { provider: null };

const columns = sql`id, order_id, provider, environment, provider_id, client_secret, amount_minor, currency, state, issues, debug_id, capture_attempts,
  capture_id, return_url, redirect_url, cancel_after, changing_until, created_at, updated_at`;

/** Reads the order's attempts, newest first. There are few, because an open attempt is reused. */
export function readPayments(tx: Transaction, orderId: string): Promise<PaymentRow[]> {
  return payments(tx, sql`order_id = ${orderId}`);
}

/** Reads all payments of an order, newest first, including manual payments. */
export function readAllPayments(
  tx: Transaction,
  orderId: Sql,
): Promise<(PaymentRow | ManualPaymentRow)[]> {
  return tx.rows(sql`
    select ${columns} from shop.payments where store_id = ${tx.storeId} and order_id = ${orderId} order by id desc limit 1000`);
}

export async function readPayment(
  tx: Transaction,
  paymentId: string,
): Promise<PaymentRow | undefined> {
  return (await payments(tx, sql`id = ${paymentId}`))[0];
}

function payments(tx: Transaction, condition: Sql): Promise<PaymentRow[]> {
  return tx.rows<PaymentRow>(sql`
    select ${columns} from shop.payments where store_id = ${tx.storeId} and provider is not null and ${condition} order by id desc limit 100`);
}
