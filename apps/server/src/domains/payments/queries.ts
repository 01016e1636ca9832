import type { PaymentState } from "@vetrina/commerce/orders/order-states";
import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";
import type { PaymentIssue } from "@vetrina/contract/orders/payments";
import { sql, type Sql } from "../../platform/database/sql.ts";
import type { Transaction } from "../../platform/context.ts";

/** A row of shop.payments with a provider: one attempt to pay an order. */
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
  /** Counts capture attempts. Repeating the call after a lost response is the same attempt. */
  capture_attempts: number;
  /** The provider's id of the capture, if it differs from the payment's. */
  capture_id: string | null;
  return_url: string | null;
  redirect_url: string | null;
  /** When the provider is asked again to cancel it; null: at once. */
  cancel_after: Date | null;
  /** Until when the provider may still be changing its amount; null: it isn't. */
  changing_until: Date | null;
  created_at: Date;
  updated_at: Date;
};

const columns = sql`id, order_id, provider, environment, provider_id, client_secret, amount_minor, currency, state, issues, debug_id, capture_attempts,
  capture_id, return_url, redirect_url, cancel_after, changing_until, created_at, updated_at`;

/** The order's attempts, newest first. There are few, because an open one is reused. */
export function readPayments(tx: Transaction, orderId: string): Promise<PaymentRow[]> {
  return payments(tx, sql`order_id = ${orderId}`);
}

/** Includes those that staff recorded, which have no provider. */
export function readAllPayments(tx: Transaction, orderId: Sql): Promise<PaymentRow[]> {
  return tx.rows<PaymentRow>(sql`
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
