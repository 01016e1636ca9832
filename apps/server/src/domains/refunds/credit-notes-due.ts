import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";

/** Whether a completed refund still needs a credit note. The caller holds the order's lock. */
export async function isCreditNoteDue(tx: Transaction, refundId: string): Promise<boolean> {
  const row = await tx.row<{ due: boolean }>(sql`
    select is_credit_note_due as due from shop.refunds where store_id = ${tx.storeId} and id = ${refundId}`);
  return row?.due === true;
}

/** Records that the refund's credit note is issued in this transaction. */
export async function markCredited(tx: Transaction, refundId: string): Promise<void> {
  await tx.run(sql`
    update shop.refunds set is_credit_note_due = false where store_id = ${tx.storeId} and id = ${refundId}`);
}
