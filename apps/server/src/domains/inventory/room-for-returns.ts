import { type UnitEvent, unitsBack } from "@vetrina/commerce/orders/units-back";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";

/** A shipment that came back, with the units of each order item that are put back on sale. */
export type RestockedShipment = {
  id: string;
  units: readonly { orderItemId: string; quantity: number }[];
};

type ItemEvents = { variantId: string; quantity: number; events: UnitEvent[] | null };

/**
 * Reads how many more units of each variant may go back into stock for an order: those that its shipments and refunds
 * put back, less those that the ledger shows as returned. `now` is a shipment that is being put back. Of earlier ones,
 * the order's events name the units, if only some were put back. The caller must hold the order's lock.
 */
export async function readRoomForReturns(
  tx: Transaction,
  orderId: string,
  now: RestockedShipment | undefined,
): Promise<Map<string, number>> {
  const items = await tx.rows<ItemEvents>(sql`
    with back as (
      select distinct reference_id, variant_id from shop.stock_movements
      where store_id = ${tx.storeId} and order_id = ${orderId} and kind = 'return' and reference_id is not null
    ), named as (
      select e.data ->> 'shipmentId' as shipment_id, u."orderItemId" as order_item_id, u.quantity
      from shop.order_events e, jsonb_to_recordset(e.data -> 'restock') as u ("orderItemId" uuid, quantity int)
      where e.store_id = ${tx.storeId} and e.order_id = ${orderId} and e.kind = 'returned'
      union all
      select ${now?.id ?? null}, u."orderItemId", u.quantity
      from jsonb_to_recordset(${JSON.stringify(now?.units ?? [])}::jsonb) as u ("orderItemId" uuid, quantity int)
    ), parcels as (
      select s.id, s.created_at, s.returned_at, l.order_item_id, sum(l.quantity)::int as units
      from shop.shipments s join shop.shipment_lines l on l.store_id = s.store_id and l.order_id = s.order_id and l.shipment_id = s.id
      where s.store_id = ${tx.storeId} and s.order_id = ${orderId} group by 1, 2, 3, 4
    ), events as (
      select order_item_id, created_at as at, 0 as step,
        jsonb_build_object('kind', 'sent', 'shipmentId', id, 'units', units) as event from parcels
      union all
      select p.order_item_id, p.returned_at, 2, jsonb_build_object('kind', 'returned', 'shipmentId', p.id,
        'restock', case when exists (select from named n where n.shipment_id = p.id::text)
            then coalesce((select n.quantity from named n where n.shipment_id = p.id::text and n.order_item_id = p.order_item_id), 0)
          when (p.id, i.variant_id) in (select reference_id, variant_id from back) then p.units else 0 end)
      from parcels p join shop.order_items i on i.store_id = ${tx.storeId} and i.id = p.order_item_id
      where p.returned_at is not null
      union all
      select l.order_item_id, r.created_at, 1, jsonb_build_object('kind', 'refunded', 'units', l.quantity,
        'restock', l.is_restocked and r.state = 'completed')
      from shop.refunds r join shop.refund_lines l on l.store_id = r.store_id and l.refund_id = r.id
      where r.store_id = ${tx.storeId} and r.order_id = ${orderId} and r.state <> 'failed'
    )
    select i.variant_id as "variantId", i.quantity, e.events
    from shop.order_items i left join (
      select order_item_id, jsonb_agg(event order by at, step) as events from events group by 1) e on e.order_item_id = i.id
    where i.store_id = ${tx.storeId} and i.order_id = ${orderId}`);
  const room = new Map<string, number>();
  for (const { variantId, quantity, events } of items)
    room.set(variantId, (room.get(variantId) ?? 0) + unitsBack(quantity, events ?? []));
  const returned = await tx.rows<{ variantId: string; units: number }>(sql`
    select variant_id as "variantId", sum(on_hand_delta)::int as units from shop.stock_movements
    where store_id = ${tx.storeId} and order_id = ${orderId} and kind = 'return' group by 1`);
  for (const { variantId, units } of returned)
    room.set(variantId, Math.max(0, (room.get(variantId) ?? 0) - units));
  return room;
}

/**
 * Reads how many units of each variant the ledger shows as returned beyond those that came back or were refunded. They
 * are on sale, though the order still needs them.
 */
export async function readReturnedTwice(
  tx: Transaction,
  orderId: string,
): Promise<Map<string, number>> {
  const rows = await tx.rows<{ variantId: string; units: number }>(sql`
    select m.variant_id as "variantId", (m.units - coalesce(i.units, 0))::int as units
    from (select variant_id, sum(on_hand_delta) as units from shop.stock_movements
      where store_id = ${tx.storeId} and order_id = ${orderId} and kind = 'return' group by 1) m
    left join (select variant_id, sum(greatest(returned_quantity, refunded_quantity)) as units from shop.order_items
      where store_id = ${tx.storeId} and order_id = ${orderId} group by 1) i using (variant_id)
    where m.units > coalesce(i.units, 0)`);
  return new Map(rows.map(({ variantId, units }) => [variantId, units]));
}
