import type { PaymentState } from "@vetrina/commerce/orders/order-states";
import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";

/** A payment of an order as refunds see it. */
export type Capture = {
  id: string;
  state: PaymentState;
  /** null: recorded by staff, so it is returned by hand. */
  provider: PaymentProvider | null;
  environment: PaymentEnv;
  provider_id: string | null;
  amount_minor: number;
  /** The amount refunded or being refunded. */
  refunded_minor: number;
  /** The amount that open and lost disputes take. */
  disputed_minor: number;
  currency: string;
};

/** The order's payments, newest first. */
export function readCaptures(tx: Transaction, orderId: string): Promise<Capture[]> {
  return tx.rows<Capture>(sql`
    select id, state, provider, environment, provider_id, amount_minor, refunded_minor, disputed_minor, currency from shop.payments
    where store_id = ${tx.storeId} and order_id = ${orderId} order by id desc`);
}

/** A captured payment as disputes see it. */
export type DisputedCapture = Pick<
  Capture,
  "id" | "state" | "environment" | "provider_id" | "amount_minor" | "refunded_minor" | "currency"
> & { order_id: string; capture_id: string | null };

export function readDisputedCapture(
  tx: Transaction,
  paymentId: string,
): Promise<DisputedCapture | undefined> {
  return tx.row<DisputedCapture>(sql`
    select id, order_id, state, environment, provider_id, capture_id, amount_minor, refunded_minor, currency from shop.payments
    where store_id = ${tx.storeId} and id = ${paymentId}`);
}

/** Records the amount of a capture that open and lost disputes take. */
export async function setDisputed(
  tx: Transaction,
  paymentId: string,
  disputedMinor: number,
): Promise<void> {
  await tx.run(sql`
    update shop.payments set disputed_minor = ${disputedMinor}, updated_at = now()
    where store_id = ${tx.storeId} and id = ${paymentId}`);
}

/** Reserves a part of a capture for a refund. False, without changes, if less is left. */
export async function claimFromCapture(
  tx: Transaction,
  paymentId: string,
  amountMinor: number,
): Promise<boolean> {
  const claimed = await tx.run(sql`
    update shop.payments set refunded_minor = refunded_minor + ${amountMinor}, updated_at = now()
    where store_id = ${tx.storeId} and id = ${paymentId} and state = 'completed'
      and refunded_minor + disputed_minor + ${amountMinor} <= amount_minor`);
  return claimed > 0;
}

/** The refund failed: its part of the capture can be refunded again. */
export async function giveBackToCapture(
  tx: Transaction,
  paymentId: string,
  amountMinor: number,
): Promise<void> {
  await tx.run(sql`
    update shop.payments set refunded_minor = refunded_minor - ${amountMinor}, updated_at = now()
    where store_id = ${tx.storeId} and id = ${paymentId}`);
}

/** Marks the capture as refunded if all of it was returned; otherwise changes nothing. */
export async function endCapture(tx: Transaction, paymentId: string): Promise<void> {
  await tx.run(sql`
    update shop.payments set state = 'refunded', updated_at = now()
    where store_id = ${tx.storeId} and id = ${paymentId} and state = 'completed' and refunded_minor = amount_minor
      and not exists (select from shop.refund_payments r where r.store_id = ${tx.storeId} and r.payment_id = ${paymentId}
        and r.state in ('pending', 'processing'))`);
}
