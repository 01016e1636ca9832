import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { mainLocation } from "../inventory/levels.ts";
import { movementId } from "./hold-stock.ts";

/**
 * Puts what an order sold back on hand, where it was taken from, or at the main location where that one was deleted since.
 * The caller holds the order's lock.
 */
export async function returnSoldStock(
  tx: Transaction,
  orderId: string,
  reason: string,
): Promise<void> {
  await tx.run(sql`
    with sold as (
      select m.variant_id, case when p.deleted_at is null then m.location else ${mainLocation} end as location,
        -sum(m.on_hand_delta)::int as n
      from shop.stock_movements m
      left join shop.locations p on p.store_id = m.store_id and p.code = m.location
      where m.store_id = ${tx.storeId} and m.order_id = ${orderId}
      group by 1, 2 having sum(m.on_hand_delta) < 0
    ), locked as (
      select l.variant_id, l.location, s.n
      from shop.inventory_levels l join sold s on s.variant_id = l.variant_id and s.location = l.location
      where l.store_id = ${tx.storeId}
      order by l.variant_id, l.location for update of l
    ), moved as (
      update shop.inventory_levels l set on_hand = l.on_hand + k.n, updated_at = now()
      from locked k
      where l.store_id = ${tx.storeId} and l.variant_id = k.variant_id and l.location = k.location
      returning l.variant_id, l.location, k.n
    )
    insert into shop.stock_movements (store_id, id, variant_id, location, kind, on_hand_delta, reason, order_id)
    select ${tx.storeId}, ${movementId()}, variant_id, location, 'return', n, ${reason}, ${orderId}
    from moved`);
}
