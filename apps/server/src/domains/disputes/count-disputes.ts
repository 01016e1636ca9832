import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { setOrderDisputes } from "../order-records/dispute-states.ts";
import { readDisputedCapture, setDisputed } from "../payments/captures.ts";
import { type DisputeRow, readDisputes, readDisputesOfOrder } from "./dispute-rows.ts";

/**
 * Records how much open and lost disputes take from a payment: together with its refunds, never more than was captured.
 * The caller must hold the order's lock.
 */
export async function countDisputes(tx: Transaction, paymentId: string): Promise<void> {
  const disputes = await readDisputes(tx, paymentId);
  const capture = await readDisputedCapture(tx, paymentId);
  if (capture === undefined || disputes.length === 0) return;
  let left = capture.amount_minor - capture.refunded_minor;
  for (const {
    id,
    state,
    is_inquiry: isInquiry,
    amount_minor: amount,
    counted_minor: before,
  } of disputes) {
    const counted = state === "won" || isInquiry ? 0 : Math.min(amount, left);
    left -= counted;
    if (counted !== before)
      await tx.run(sql`
        update shop.disputes set counted_minor = ${counted} where store_id = ${tx.storeId} and id = ${id}`);
  }
  await setDisputed(tx, paymentId, capture.amount_minor - capture.refunded_minor - left);
  const all = await readDisputesOfOrder(tx, capture.order_id);
  await setOrderDisputes(tx, capture.order_id, {
    state: all.some(({ state }) => state === "open") ? "open" : "resolved",
    disputedMinor: sum(all),
    lostMinor: sum(all.filter(({ state }) => state === "lost")),
  });
}

function sum(rows: readonly DisputeRow[]): number {
  return rows.reduce((total, { counted_minor: counted }) => total + counted, 0);
}
