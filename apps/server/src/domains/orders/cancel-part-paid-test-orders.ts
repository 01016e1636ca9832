import type { Context, Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { describeError } from "../../platform/jobs/describe-error.ts";
import { lockOrder } from "../order-records/order-rows.ts";
import { closeOpenAttempts } from "../payments/open-attempts.ts";
import { cancelPaidOrder } from "./cancel-paid-order.ts";

/**
 * Cancels orders that were partly paid with test money, when a store switches to LIVE: they can no longer be paid, but
 * would hold their units forever. Each order has its own transaction.
 */
export async function cancelPartPaidTestOrders(ctx: Context): Promise<void> {
  const orders = await ctx.tx((tx) =>
    tx.rows<{ id: string }>(sql`select o.id from ${partPaidInTest(tx)} order by o.id`),
  );
  for (const { id } of orders)
    try {
      await closeOpenAttempts(ctx, id);
      await ctx.tx((tx) => cancel(tx, ctx, id));
    } catch (error) {
      // Continues with the other orders, because staff can still cancel this one.
      const reason = describeError(error);
      ctx.services.log.error({ orderId: id, reason }, "a test order could not be canceled");
    }
}

/**
 * Cancels the order if it is still partly paid with test money. Another call may have canceled the order in the
 * meantime.
 */
async function cancel(tx: Transaction, ctx: Context, id: string): Promise<void> {
  const order = await lockOrder(tx, id);
  const found = await tx.row(sql`select from ${partPaidInTest(tx)} and o.id = ${id}`);
  if (found === undefined) return;
  const reason = "The store takes real payments now, and only test money was paid.";
  await cancelPaidOrder(tx, ctx, order, { reason, refund: false, notify: false });
}

function partPaidInTest(tx: Transaction): Sql {
  return sql`shop.orders o
    where o.store_id = ${tx.storeId} and o.paid_at is null and o.cancelled_at is null and o.deleted_at is null
      and o.paid_minor > o.refunded_minor and not exists (select from shop.payments p
        where p.store_id = o.store_id and p.order_id = o.id and p.environment = 'LIVE' and p.state in ('completed', 'refunded'))`;
}
