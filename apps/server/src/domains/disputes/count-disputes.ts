import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { setOrderDisputes } from "../order-records/dispute-states.ts";
import { type DisputedCapture, readDisputedCapture, setDisputed } from "../payments/captures.ts";
import { type DisputeRow, readDisputes, readDisputesOfOrder } from "./dispute-rows.ts";

/**
 * Records how much the open and lost disputes take from a payment. Refunds and disputes together never exceed the
 * captured amount. The caller must hold the order's lock.
 */
export async function countDisputes(tx: Transaction, paymentId: string): Promise<void> {
  const disputes = await readDisputes(tx, paymentId);
  const capture = await readDisputedCapture(tx, paymentId);
  if (capture === undefined || disputes.length === 0) return;
  const counts = countsOf(disputes, capture);
  for (const { dispute, counted } of counts)
    if (counted !== dispute.counted_minor)
      await tx.run(sql`
        update shop.disputes set counted_minor = ${counted} where store_id = ${tx.storeId} and id = ${dispute.id}`);
  const disputedMinor = counts.reduce((total, { counted }) => total + counted, 0);
  await setDisputed(tx, paymentId, disputedMinor);
  const all = await readDisputesOfOrder(tx, capture.order_id);
  await setOrderDisputes(tx, capture.order_id, {
    state: all.some(({ state }) => state === "open") ? "open" : "resolved",
    disputedMinor: sum(all),
    lostMinor: sum(all.filter(({ state }) => state === "lost")),
  });
}

/**
 * Whether the counted amount stored for each of a payment's disputes is the one that countDisputes would store. The
 * caller must hold the order's lock.
 */
export async function areCounted(tx: Transaction, paymentId: string): Promise<boolean> {
  const disputes = await readDisputes(tx, paymentId);
  const capture = await readDisputedCapture(tx, paymentId);
  if (capture === undefined) return true;
  return countsOf(disputes, capture).every(
    ({ dispute, counted }) => counted === dispute.counted_minor,
  );
}

/**
 * Returns the amount that each dispute takes from the payment. Refunds come first, then disputes from the oldest on;
 * each takes at most what is left.
 */
function countsOf(
  disputes: readonly DisputeRow[],
  capture: DisputedCapture,
): { dispute: DisputeRow; counted: number }[] {
  let left = capture.amount_minor - capture.refunded_minor;
  return disputes.map((dispute) => {
    const { state, is_inquiry: isInquiry, amount_minor: amount } = dispute;
    const counted = state === "won" || isInquiry ? 0 : Math.min(amount, left);
    left -= counted;
    return { dispute, counted };
  });
}

function sum(rows: readonly DisputeRow[]): number {
  return rows.reduce((total, { counted_minor: counted }) => total + counted, 0);
}
