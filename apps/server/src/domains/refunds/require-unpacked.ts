import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { type OrderItemRow, type OrderRow, statusOf } from "../order-records/present-order.ts";

/**
 * Throws INVALID_TRANSITION if the refund takes units that are in pending shipments, because they would still be sent.
 * The caller holds the order's lock.
 */
export async function requireUnpacked(
  tx: Transaction,
  order: OrderRow,
  items: readonly OrderItemRow[],
  lines: readonly { id: string; quantity: number }[],
): Promise<void> {
  if (lines.length === 0) return;
  const packed = await readPackedUnits(tx, order.id);
  const short = lines.flatMap(({ id, quantity: requested }) => {
    const item = items.find((one) => one.id === id);
    if (item === undefined || !packed.has(id)) return [];
    const left = item.quantity - item.refunded_quantity - (packed.get(id) ?? 0);
    return requested > left ? [{ item, requested, left: Math.max(0, left) }] : [];
  });
  const [first] = short;
  if (first === undefined) return;
  const name = `${first.item.name} (${first.item.variant_name})`;
  throw new ApiFailure(
    "INVALID_TRANSITION",
    `Units of ${name} that are neither refunded nor in a pending shipment: ${first.left}. Refund at most this many, or first cancel the shipment or set it to SHIPPED.`,
    {
      status: statusOf(order),
      items: short.map(({ item, requested, left }) => ({ itemId: item.id, requested, left })),
    },
  );
}

/** Reads how many units of each item are in pending shipments. */
async function readPackedUnits(tx: Transaction, orderId: string): Promise<Map<string, number>> {
  const rows = await tx.rows<{ id: string; units: number }>(sql`
    select l.order_item_id as id, sum(l.quantity)::int as units
    from shop.shipments s join shop.shipment_lines l on l.store_id = s.store_id and l.order_id = s.order_id and l.shipment_id = s.id
    where s.store_id = ${tx.storeId} and s.order_id = ${orderId} and s.status = 'PENDING' group by 1`);
  return new Map(rows.map(({ id, units }) => [id, units]));
}
