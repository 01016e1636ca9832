import type { CreateOrder } from "@vetrina/contract/orders/orders";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { OwnOrder } from "../order-records/order-key.ts";
import { releaseOrder } from "./release-order.ts";

/**
 * Cancels unpaid orders of the same browser whose variants are all in the new order, so that ordering again doesn't
 * hold the units twice. Runs in the new order's transaction. Keeps orders with a payment and orders from pay links.
 * `own`: the orders whose keys the browser sent as cookies.
 */
export async function replaceOrders(
  tx: Transaction,
  ctx: Context,
  orderId: string,
  { items }: CreateOrder,
  own: readonly OwnOrder[],
): Promise<void> {
  const variantIds = items.flatMap(({ variantId }) => variantId?.toLowerCase() ?? []);
  const replaced = await tx.rows<{ id: string }>(sql`
    select id from door.replaced_orders(${own.map(({ id }) => id)}::uuid[], ${own.map(({ hash }) => hash)}::bytea[],
      ${own.map(({ boundTo }) => boundTo)}::uuid[], ${variantIds}::text[]) as id`);
  for (const { id } of replaced) {
    const hash = own.find((order) => order.id === id)?.hash;
    await tx.run(sql`select door.enter_order(${id}, ${hash})`);
    await releaseOrder(tx, ctx, id, "cancelled");
  }
  if (replaced.length > 0) await tx.run(sql`select door.enter_checkout(${tx.storeId}, ${orderId})`);
}
