import { buyerChanges } from "@vetrina/commerce/orders/buyer-changes";
import { refundStatuses, type RefundState } from "@vetrina/commerce/orders/order-states";
import { toMajor } from "@vetrina/commerce/money";
import type { PaymentEnv, PaymentMethod, PaymentProvider } from "@vetrina/contract/enumerations";
import {
  maxShownPayments,
  type OrderDetails,
  type OrderPayment,
  type OrderRefund,
} from "@vetrina/contract/orders/orders";
import type { Context, Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { isPaidBack, keptOf } from "../order-records/order-money.ts";
import { readItems, readOrder } from "../order-records/order-rows.ts";
import { type OrderRow, presentOrderWithItems, statusOf } from "../order-records/present-order.ts";
import { methodNames } from "../order-records/payment-names.ts";

/** Reads the order with everything that its page shows. Throws NOT_FOUND. */
export async function readOrderDetails(
  tx: Transaction,
  ctx: Context,
  orderId: string,
): Promise<OrderDetails> {
  const order = await readOrder(tx, orderId);
  const items = await readItems(tx, orderId);
  const { payments, refunds, isPaidManually } = await readMoney(tx, orderId);
  return {
    ...presentOrderWithItems(order, items),
    payments: payments.map((row) => presentPayment(ctx, row, order)),
    refunds: refunds.map((row) => presentRefund(row, order)),
    changes: changesOf(order, isPaidManually),
  };
}

/** Returns what the buyer can change about the order. If `isPaidManually` is set, the buyer can't cancel it. */
export function changesOf(order: OrderRow, isPaidManually: boolean): OrderDetails["changes"] {
  return buyerChanges({
    status: statusOf(order),
    fulfillmentState: order.fulfillment_state,
    isBeingPaid: order.payment_state === "processing",
    hasMoney: keptOf(order) > 0,
    isPaidBack: isPaidBack(order),
    hasOpenChange: order.change_due_minor > 0,
    isPaidManually,
  });
}

/** Whether the order has a manual payment that is not fully refunded; only staff can refund it. */
export async function hasManualPayment(tx: Transaction, orderId: string): Promise<boolean> {
  const row = await tx.row<{ isPaidManually: boolean }>(sql`
    select ${manualPaymentOf(tx, orderId)} as "isPaidManually"`);
  return row?.isPaidManually === true;
}

function manualPaymentOf({ storeId }: Transaction, orderId: string): Sql {
  return sql`exists (select from shop.payments m where m.store_id = ${storeId} and m.order_id = ${orderId}
    and m.provider is null and m.refunded_minor < m.amount_minor)`;
}

type PaymentRow = {
  provider: PaymentProvider | null;
  method: PaymentMethod | null;
  environment: PaymentEnv;
  amountMinor: number;
  refundedMinor: number;
  createdAt: string;
  completedAt: string;
};

type RefundRow = {
  state: RefundState;
  amountMinor: number;
  refundedMinor: number;
  createdAt: string;
  completedAt: string | null;
};

type Money = { payments: PaymentRow[]; refunds: RefundRow[]; isPaidManually: boolean };

async function readMoney(tx: Transaction, orderId: string): Promise<Money> {
  const row = await tx.row<Money>(sql`
    select coalesce(p.rows, '[]') as payments, ${manualPaymentOf(tx, orderId)} as "isPaidManually", coalesce(r.rows, '[]') as refunds
    from (
      select jsonb_agg(jsonb_build_object('provider', provider, 'method', method, 'environment', environment,
          'amountMinor', amount_minor, 'refundedMinor', refunded_minor, 'createdAt', created_at,
          'completedAt', coalesce(captured_at, created_at)) order by id) as rows
      from (select * from shop.payments where store_id = ${tx.storeId} and order_id = ${orderId}
        and state in ('completed', 'refunded') order by id desc limit ${maxShownPayments}) newest) p,
    (
      select jsonb_agg(jsonb_build_object('state', state, 'amountMinor', amount_minor, 'refundedMinor', refunded_minor,
          'createdAt', created_at, 'completedAt', completed_at) order by id) as rows
      from (select * from shop.refunds where store_id = ${tx.storeId} and order_id = ${orderId}
        order by id desc limit ${maxShownPayments}) newest) r`);
  return row ?? { payments: [], refunds: [], isPaidManually: false };
}

function presentPayment(
  { services }: Context,
  { provider, method, environment, createdAt, completedAt, ...row }: PaymentRow,
  { currency }: OrderRow,
): OrderPayment {
  const name =
    provider === null
      ? methodNames[method ?? "OTHER"]
      : (services.gateways.nameOf(provider, environment) ?? provider);
  return {
    name,
    method,
    environment,
    amount: toMajor(row.amountMinor, currency),
    refunded: toMajor(row.refundedMinor, currency),
    createdAt: new Date(createdAt).toISOString(),
    completedAt: new Date(completedAt).toISOString(),
  };
}

function presentRefund(row: RefundRow, { currency }: OrderRow): OrderRefund {
  const isDone = row.state === "completed";
  return {
    status: refundStatuses[row.state],
    amount: toMajor(isDone ? row.refundedMinor : row.amountMinor, currency),
    createdAt: new Date(row.createdAt).toISOString(),
    completedAt: row.completedAt === null ? null : new Date(row.completedAt).toISOString(),
  };
}
