import {
  type DisputeState,
  disputeTransitions,
  mayStep,
} from "@vetrina/commerce/orders/order-states";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import { paidBack } from "./order-money.ts";

/** Records how much of an order's payments is disputed or lost in disputes. The caller holds the order's lock. */
export async function setOrderDisputes(
  tx: Transaction,
  orderId: string,
  {
    state,
    disputedMinor,
    lostMinor,
  }: { state: DisputeState; disputedMinor: number; lostMinor: number },
): Promise<void> {
  const order = await tx.row<{ before: DisputeState }>(sql`
    select dispute_state as before from shop.orders where store_id = ${tx.storeId} and id = ${orderId}`);
  if (order === undefined) throw notFound("order");
  const { before } = order;
  if (before !== state && !mayStep<DisputeState>(disputeTransitions, before, state))
    throw new Error(`an order's dispute state can't change from ${before} to ${state}`);
  await tx.run(sql`
    update shop.orders set dispute_state = ${state}, disputed_minor = ${disputedMinor}, lost_minor = ${lostMinor}, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}
      and (dispute_state, disputed_minor, lost_minor) is distinct from (${state}, ${disputedMinor}::bigint, ${lostMinor}::bigint)`);
}

/**
 * Adds `minor` to the order's withheld amount: money paid beyond the order's price that isn't refunded, because lost
 * disputes have already returned it. Pass a negative `minor` when such money is refunded. The caller holds the order's
 * lock.
 */
export async function withhold(tx: Transaction, orderId: string, minor: number): Promise<void> {
  if (minor === 0) return;
  await tx.run(sql`
    update shop.orders set withheld_minor = withheld_minor + ${minor}, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`);
}

/**
 * Sets how long a partly paid, open order holds its units. There is no limit while the store has some of the buyer's
 * money. Once disputes and refunds have taken all of it, the hold ends at `end`.
 */
export async function renewHold(tx: Transaction, orderId: string, end: Date): Promise<void> {
  await tx.run(sql`
    update shop.orders set expires_at = case when ${paidBack} then coalesce(expires_at, ${end}) end, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId} and paid_at is null and cancelled_at is null and paid_minor > 0`);
}
