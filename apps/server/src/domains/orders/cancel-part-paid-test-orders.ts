import type { Context, Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { describeError } from "../../platform/jobs/describe-error.ts";
import { lockOrder } from "../order-records/order-rows.ts";
import { closeOpenAttempts } from "../payments/open-attempts.ts";
import { cancelPaidOrder } from "./cancel-paid-order.ts";

/**
 * Cancels a store's orders of which a part was paid with test money, when it switches to LIVE: they can't be paid any more, but
 * would keep their units without an end. Each has its own transaction.
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
      // Staff can still cancel the order.
      const reason = describeError(error);
      ctx.services.log.error({ orderId: id, reason }, "a test order could not be canceled");
    }
}

/** The order may have been canceled since it was found. */
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
