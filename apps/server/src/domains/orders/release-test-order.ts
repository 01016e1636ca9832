import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { describeError } from "../../platform/jobs/describe-error.ts";
import { releaseStock } from "../inventory/hold-stock.ts";
import { withdrawChange } from "../order-records/order-changes.ts";
import { lockAnyOrder } from "../order-records/order-rows.ts";
import { endTestHold } from "../order-records/order-states.ts";
import { hasOpenPayment } from "../payments/has-open-payment.ts";

/**
 * Releases the units and discount uses that a paid test order and its open change hold. Returns false if they were
 * released before, or if the change has an open payment.
 */
export async function releaseTestOrder(
  tx: Transaction,
  ctx: Context,
  orderId: string,
): Promise<boolean> {
  const order = await lockAnyOrder(tx, orderId);
  if (order.change_due_minor > 0) {
    if (await hasOpenPayment(tx, orderId)) return false;
    await withdrawChange(tx, ctx, order, "expired");
  }
  if (!(await endTestHold(tx, orderId))) return false;
  await releaseStock(tx, orderId, "Test order ended");
  await tx.run(sql`select door.give_discounts_back(${orderId})`);
  await audit(tx, ctx, {
    action: "UPDATE",
    entityType: "order",
    entityId: orderId,
    after: { stock: "RELEASED", reason: "test order" },
  });
  return true;
}

/** Releases all test orders of a store that switches to LIVE, each in its own transaction. */
export async function releaseTestOrders(ctx: Context): Promise<void> {
  const orders = await ctx.tx((tx) =>
    tx.rows<{ id: string }>(sql`
      select id from shop.orders where store_id = ${tx.storeId} and test_held_until is not null order by id`),
  );
  for (const { id } of orders)
    try {
      await ctx.tx((tx) => releaseTestOrder(tx, ctx, id));
    } catch (error) {
      // The sweep tries again when the hold ends, or immediately if the store is LIVE.
      const reason = describeError(error);
      ctx.services.log.error({ orderId: id, reason }, "a test order could not be released yet");
    }
}
