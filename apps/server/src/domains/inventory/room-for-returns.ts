import { type UnitEvent, type UnitsBack, unitsBack } from "@vetrina/commerce/orders/units-back";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";

/** A shipment that came back, with the units of each order item that are put back in stock. */
export type RestockedShipment = {
  id: string;
  units: readonly { orderItemId: string; quantity: number }[];
};

type ItemEvents = { id: string; variantId: string; quantity: number; events: UnitEvent[] | null };
type ItemBack = UnitsBack & { id: string; variantId: string };

/**
 * Reads how many more units of each variant may go back into stock for an order: those that its shipments and refunds
 * put back, less those that the ledger shows as returned. `now` is a shipment that is being put back. The caller must
 * hold the order's lock.
 */
export async function readRoomForReturns(
  tx: Transaction,
  orderId: string,
  now: RestockedShipment | undefined,
): Promise<Map<string, number>> {
  const items = await readUnitsBack(tx, orderId, now);
  const returned = await readReturned(tx, orderId);
  return new Map(
    [...Map.groupBy(items, ({ variantId }) => variantId)].map(([variantId, all]) => [
      variantId,
      Math.max(0, sumOf(all, "back") - (returned.get(variantId) ?? 0)),
    ]),
  );
}

/** Units that an order needs although they were put back in stock. They leave the stock again when they are shipped. */
export type UnitsInStock = {
  /** By order item: units that were never sent, were refunded and put back in stock, and are owed again. */
  owed: ReadonlyMap<string, number>;
  /** By variant: how many more units the ledger shows as returned than came back or were refunded. */
  extra: ReadonlyMap<string, number>;
};

/** Reads which units an order needs although they were put back in stock. The caller must hold the order's lock. */
export async function readUnitsInStock(tx: Transaction, orderId: string): Promise<UnitsInStock> {
  const items = await readUnitsBack(tx, orderId);
  const owed = new Map<string, number>();
  const extra = new Map<string, number>();
  const returned = await readReturned(tx, orderId);
  for (const [variantId, all] of Map.groupBy(items, (item) => item.variantId)) {
    let left = (returned.get(variantId) ?? 0) - sumOf(all, "back") + sumOf(all, "owed");
    for (const item of all) {
      const units = Math.max(0, Math.min(left, item.owed));
      left -= units;
      owed.set(item.id, units);
    }
    if (left > 0) extra.set(variantId, left);
  }
  return { owed, extra };
}

function sumOf(items: readonly UnitsBack[], field: keyof UnitsBack): number {
  return items.reduce((sum, item) => sum + item[field], 0);
}

/** Reads how many units of each variant the ledger shows as returned. */
async function readReturned(tx: Transaction, orderId: string): Promise<Map<string, number>> {
  const rows = await tx.rows<{ variantId: string; units: number }>(sql`
    select variant_id as "variantId", sum(on_hand_delta)::int as units from shop.stock_movements
    where store_id = ${tx.storeId} and order_id = ${orderId} and kind = 'return' group by 1`);
  return new Map(rows.map(({ variantId, units }) => [variantId, units]));
}

/**
 * Applies unitsBack to each order item. The units of a shipment that was canceled, or of which only a part was put
 * back, are read from the order's events.
 */
async function readUnitsBack(
  tx: Transaction,
  orderId: string,
  now?: RestockedShipment,
): Promise<ItemBack[]> {
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
      select s.id, s.created_at, s.shipped_at, s.returned_at, null::timestamptz as unpacked_at, l.order_item_id, sum(l.quantity)::int as units
      from shop.shipments s join shop.shipment_lines l on l.store_id = s.store_id and l.order_id = s.order_id and l.shipment_id = s.id
      where s.store_id = ${tx.storeId} and s.order_id = ${orderId} group by 1, 2, 3, 4, l.order_item_id
      union all
      select (e.data ->> 'shipmentId')::uuid, (e.data ->> 'packedAt')::timestamptz, null, null, e.created_at, u."orderItemId", u.quantity
      from shop.order_events e, jsonb_to_recordset(e.data -> 'items') as u ("orderItemId" uuid, quantity int)
      where e.store_id = ${tx.storeId} and e.order_id = ${orderId} and e.kind = 'shipment-canceled'
    ), events as (
      select p.order_item_id, s.at, s.step, jsonb_build_object('kind', s.kind, 'shipmentId', p.id, 'units', p.units) as event
      from parcels p, lateral (values (p.created_at, 0, 'packed'), (p.shipped_at, 1, 'sent'), (p.unpacked_at, 1, 'unpacked')) as s (at, step, kind)
      where s.at is not null
      union all
      select p.order_item_id, p.returned_at, 3, jsonb_build_object('kind', 'returned', 'shipmentId', p.id,
        'restock', case when exists (select from named n where n.shipment_id = p.id::text)
            then coalesce((select n.quantity from named n where n.shipment_id = p.id::text and n.order_item_id = p.order_item_id), 0)
          when (p.id, i.variant_id) in (select reference_id, variant_id from back) then p.units else 0 end)
      from parcels p join shop.order_items i on i.store_id = ${tx.storeId} and i.id = p.order_item_id
      where p.returned_at is not null
      union all
      select l.order_item_id, r.created_at, 2, jsonb_build_object('kind', 'refunded', 'units', l.quantity,
        'restock', l.is_restocked and r.state = 'completed')
      from shop.refunds r join shop.refund_lines l on l.store_id = r.store_id and l.refund_id = r.id
      where r.store_id = ${tx.storeId} and r.order_id = ${orderId} and r.state <> 'failed'
    )
    select i.id, i.variant_id as "variantId", i.quantity, e.events
    from shop.order_items i left join (
      select order_item_id, jsonb_agg(event order by at, step) as events from events group by 1) e on e.order_item_id = i.id
    where i.store_id = ${tx.storeId} and i.order_id = ${orderId} order by i.position`);
  return items.map(({ id, variantId, quantity, events }) => {
    const { back, owed } = unitsBack(quantity, events ?? []);
    return { id, variantId, back, owed };
  });
}
