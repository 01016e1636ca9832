import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { OrderItemRow } from "./present-order.ts";

/**
 * Changes an order's item to another variant of its product. The item's price stays the same. The caller holds the
 * order's lock.
 */
export async function writeVariant(
  tx: Transaction,
  orderId: string,
  itemId: string,
  to: Pick<OrderItemRow, "variant_id" | "variant_name" | "color" | "size" | "sku" | "image">,
): Promise<void> {
  await tx.run(sql`
    update shop.order_items set variant_id = ${to.variant_id}, variant_name = ${to.variant_name}, color = ${to.color},
      size = ${to.size}, sku = ${to.sku}, image = ${to.image}
    where store_id = ${tx.storeId} and order_id = ${orderId} and id = ${itemId}`);
  await tx.run(sql`
    update shop.orders set version = version + 1, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`);
}
