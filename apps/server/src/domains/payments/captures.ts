import type { PaymentState } from "@vetrina/commerce/orders/order-states";
import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";

/** The columns of a payment that refunds need. */
export type Capture = {
  id: string;
  state: PaymentState;
  /** null: a manual payment, which staff also refund manually. */
  provider: PaymentProvider | null;
  environment: PaymentEnv;
  provider_id: string | null;
  amount_minor: number;
  /** The amount refunded or being refunded. */
  refunded_minor: number;
  /** The amount in open and lost disputes. */
  disputed_minor: number;
  currency: string;
  /** When the provider took the money; null for a manual payment. */
  captured_at: Date | null;
};

/**
 * Reads the order's payments, newest first. Disputed ones come last, because providers may refuse to refund them. For
 * an automatic refund, payments are sorted by the time of capture instead, and manual payments come last of all.
 */
export function readCaptures(
  tx: Transaction,
  orderId: string,
  { isAutomatic = false } = {},
): Promise<Capture[]> {
  const automatic = sql`provider is null, disputed_minor > 0, captured_at desc nulls last,`;
  return tx.rows<Capture>(sql`
    select id, state, provider, environment, provider_id, amount_minor, refunded_minor, disputed_minor, currency, captured_at
    from shop.payments where store_id = ${tx.storeId} and order_id = ${orderId}
    order by ${isAutomatic ? automatic : sql``} disputed_minor > 0, id desc`);
}

/** Returns how much of the payment was captured and is neither refunded nor disputed. */
export function leftOf(capture: Capture): number {
  if (capture.state !== "completed") return 0;
  return Math.max(0, capture.amount_minor - capture.refunded_minor - capture.disputed_minor);
}

/** The columns of a captured payment that disputes need. */
export type DisputedCapture = Pick<
  Capture,
  | "id"
  | "state"
  | "provider"
  | "environment"
  | "provider_id"
  | "amount_minor"
  | "refunded_minor"
  | "currency"
> & { order_id: string; capture_id: string | null };

export function readDisputedCapture(
  tx: Transaction,
  paymentId: string,
): Promise<DisputedCapture | undefined> {
  return tx.row<DisputedCapture>(sql`
    select id, order_id, state, provider, environment, provider_id, capture_id, amount_minor, refunded_minor, currency from shop.payments
    where store_id = ${tx.storeId} and id = ${paymentId}`);
}

/** Records how much of a capture is in open and lost disputes. */
export async function setDisputed(
  tx: Transaction,
  paymentId: string,
  disputedMinor: number,
): Promise<void> {
  await tx.run(sql`
    update shop.payments set disputed_minor = ${disputedMinor}, updated_at = now()
    where store_id = ${tx.storeId} and id = ${paymentId}`);
}

/** Reserves an amount of a capture for a refund. If less is left, changes nothing and returns false. */
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

/** Makes the amount of a failed refund available for other refunds of the capture again. */
export async function giveBackToCapture(
  tx: Transaction,
  paymentId: string,
  amountMinor: number,
): Promise<void> {
  await tx.run(sql`
    update shop.payments set refunded_minor = refunded_minor - ${amountMinor}, updated_at = now()
    where store_id = ${tx.storeId} and id = ${paymentId}`);
}

/** Marks the capture as refunded if all of it was refunded. Otherwise changes nothing. */
export async function endCapture(tx: Transaction, paymentId: string): Promise<void> {
  await tx.run(sql`
    update shop.payments set state = 'refunded', updated_at = now()
    where store_id = ${tx.storeId} and id = ${paymentId} and state = 'completed' and refunded_minor = amount_minor
      and not exists (select from shop.refund_payments r where r.store_id = ${tx.storeId} and r.payment_id = ${paymentId}
        and r.state in ('pending', 'processing'))`);
}
