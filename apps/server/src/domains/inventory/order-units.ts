import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { mainLocation } from "./levels.ts";

/** What the ledger records about an order's units of one variant at one location. */
export type LedgerUnits = {
  variantId: string;
  location: string;
  /**
   * Units sold at this location, or moved here to be shipped. A test order sells nothing, so for it these are the units
   * held here.
   */
  sold: number;
  /** How many of `sold` were put back in stock, not counting units of shipments that came back. */
  restocked: number;
};

/** Movements that make an order's units available again, except those of shipments that came back. */
const restocks = sql`m.kind = 'return' and not exists (select from shop.shipments s
  where s.store_id = m.store_id and s.order_id = m.order_id and s.id = m.reference_id)`;

/** Reads how many units of an order were sold from each location, and how many were restocked there. */
export function readOrderUnits(
  tx: Transaction,
  order: { id: string; isTest: boolean },
): Promise<LedgerUnits[]> {
  const sold = order.isTest
    ? sql`sum(m.reserved_delta) filter (where m.kind = 'hold')`
    : sql`-sum(m.on_hand_delta) filter (where m.kind in ('sale', 'transfer'))`;
  return tx.rows<LedgerUnits>(sql`
    select m.variant_id as "variantId", m.location, coalesce(${sold}, 0)::int as sold,
      coalesce(sum(m.on_hand_delta) filter (where ${restocks}), 0)::int as restocked
    from shop.stock_movements m
    where m.store_id = ${tx.storeId} and m.order_id = ${order.id} group by 1, 2 order by 1, 2`);
}

/**
 * Counts a variant's unshipped units that later orders bought from the main location. Owed units belong to the latest
 * orders, because arriving units go to the oldest ones. Restocked units may be shipped or unshipped ones, so at least
 * the units that an order still has to ship are counted. The caller must hold the level's lock.
 */
export async function unshippedOfLaterOrders(
  tx: Transaction,
  orderId: string,
  variantId: string,
): Promise<number> {
  const row = await tx.row<{ units: number }>(sql`
    with later as (
      select m.order_id, -sum(m.on_hand_delta) as units, -coalesce(sum(m.on_hand_delta) filter (where m.kind in ('sale', 'transfer')), 0) as sold
      from shop.stock_movements m
      where m.store_id = ${tx.storeId} and m.variant_id = ${variantId} and m.location = ${mainLocation} and m.order_id <> ${orderId}
        and (m.kind in ('sale', 'transfer') or ${restocks})
        and m.id > (select o.id from shop.stock_movements o where o.store_id = ${tx.storeId} and o.order_id = ${orderId}
          and o.variant_id = ${variantId} and o.location = ${mainLocation} and o.kind in ('sale', 'transfer') order by o.id limit 1)
      group by m.order_id
    )
    select coalesce(sum(greatest(later.units - s.units, least(later.sold - s.units, s.owed), 0)), 0)::int as units
    from later, lateral (
      select coalesce(sum(l.units), 0) as units,
        coalesce(sum(greatest(least(i.quantity - i.fulfilled_quantity, i.quantity - i.refunded_quantity - i.fulfilled_quantity + i.returned_quantity), 0))
          filter (where l.units > 0), 0) as owed
      from shop.order_items i left join lateral (
        select sum(l.quantity) as units from shop.shipment_lines l
        where l.store_id = i.store_id and l.order_id = i.order_id and l.order_item_id = i.id and l.location = ${mainLocation}) l on true
      where i.store_id = ${tx.storeId} and i.order_id = later.order_id and i.variant_id = ${variantId}) s`);
  return row?.units ?? 0;
}
