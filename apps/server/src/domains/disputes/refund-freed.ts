import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { enqueueLatePayment } from "../payments/late-payment.ts";

/**
 * When a dispute has ended, enqueues the refund of money that had to wait for it: what a canceled order still has,
 * because providers refuse refunds during a dispute, or what changes withheld, if a lost dispute is won after all. If
 * staff canceled without a refund, the store keeps the money. The caller must hold the order's lock.
 */
export async function refundFreed(tx: Transaction, orderId: string): Promise<void> {
  const owed = await tx.row(sql`
    select from shop.orders o
    where o.store_id = ${tx.storeId} and o.id = ${orderId} and o.paid_minor > o.refunded_minor + o.disputed_minor
      and case when o.cancelled_at is null then o.withheld_minor > o.lost_minor else not exists (select from shop.order_events e where e.store_id = o.store_id and e.order_id = o.id
        and e.kind = 'canceled' and e.data ->> 'refundWanted' is distinct from 'true') end`);
  if (owed !== undefined) await enqueueLatePayment(tx, orderId);
}
