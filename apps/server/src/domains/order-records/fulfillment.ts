import {
  completionOf,
  fulfillmentOf,
  type ItemUnits,
  returnOf,
} from "@vetrina/commerce/orders/shipments";
import {
  type FulfillmentState,
  fulfillmentTransitions,
  mayStep,
  type ReturnState,
  returnTransitions,
} from "@vetrina/commerce/orders/order-states";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { OrderItemRow } from "./present-order.ts";

/**
 * A change in the number of an item's units that are in shipments (`fulfilled`) or were returned; negative for fewer.
 */
export type UnitChange = { orderItemId: string; fulfilled?: number; returned?: number };

/**
 * Changes the number of each item's units that are in shipments, and of those that were returned. Each item may occur
 * once. The caller holds the order's lock.
 */
export async function changeUnits(
  tx: Transaction,
  orderId: string,
  changes: readonly UnitChange[],
): Promise<void> {
  const rows = changes.map((change) => Object.assign({ fulfilled: 0, returned: 0 }, change));
  await tx.run(sql`
    update shop.order_items i set fulfilled_quantity = i.fulfilled_quantity + c.fulfilled,
      returned_quantity = i.returned_quantity + c.returned
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c ("orderItemId" uuid, fulfilled int, returned int)
    where i.store_id = ${tx.storeId} and i.order_id = ${orderId} and i.id = c."orderItemId"`);
}

/** How many units of a variant an order's shipments take from a location. */
export type ShippedUnits = { variantId: string; location: string; quantity: number };

/** Reads the units that an order's shipments take from each location, including returned units. */
export function readShippedUnits(tx: Transaction, orderId: string): Promise<ShippedUnits[]> {
  return tx.rows<ShippedUnits>(sql`
    select i.variant_id as "variantId", l.location, sum(l.quantity)::int as quantity
    from shop.shipment_lines l join shop.order_items i on i.store_id = l.store_id and i.id = l.order_item_id
    where l.store_id = ${tx.storeId} and l.order_id = ${orderId} group by 1, 2`);
}

/** Returns an order item's units in the form that the fulfillment rules expect. */
export function unitsOf(
  item: Pick<
    OrderItemRow,
    "quantity" | "fulfilled_quantity" | "returned_quantity" | "refunded_quantity"
  >,
): ItemUnits {
  return {
    quantity: item.quantity,
    fulfilled: item.fulfilled_quantity,
    returned: item.returned_quantity,
    refunded: item.refunded_quantity,
  };
}

type Facts = {
  fulfillment: FulfillmentState;
  returned: ReturnState;
  completedAt: Date | null;
  /** The number of units in delivered shipments. */
  delivered: number;
  deliveredAt: Date | null;
  /** When the last shipment left; null if a shipment is pending. */
  shippedAt: Date | null;
};

/**
 * Recalculates an order's fulfillment and return states and its times of delivery and completion from its items and
 * shipments, and increases its version. A delivered order stays delivered. Call it after changing shipments or refunded
 * units. The caller holds the order's lock.
 */
export async function settleFulfillment(tx: Transaction, orderId: string): Promise<void> {
  const facts = await readFacts(tx, orderId);
  const items = await tx.rows<ItemUnits>(sql`
    select quantity, fulfilled_quantity as fulfilled, returned_quantity as returned, refunded_quantity as refunded
    from shop.order_items where store_id = ${tx.storeId} and order_id = ${orderId}`);
  const due = fulfillmentOf({ items, delivered: facts.delivered });
  const from = facts.fulfillment;
  const fulfillment = from === "delivered" ? from : due;
  if (fulfillment !== from && !mayStep(fulfillmentTransitions, from, fulfillment))
    throw new Error(`an order's fulfillment can't change from ${from} to ${fulfillment}`);
  const returned = returnOf(items, fulfillment, facts.returned);
  if (returned !== facts.returned && !mayStep(returnTransitions, facts.returned, returned))
    throw new Error(`an order's return state can't change from ${facts.returned} to ${returned}`);
  const deliveredAt = fulfillment === "delivered" ? facts.deliveredAt : null;
  const completesAt =
    facts.completedAt === null
      ? completionOf({ fulfillment, deliveredAt, shippedAt: facts.shippedAt })
      : null;
  await tx.run(sql`
    update shop.orders set fulfillment_state = ${fulfillment}, delivered_at = ${deliveredAt}, completes_at = ${completesAt},
      return_state = ${returned}, version = version + 1, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId}`);
}

async function readFacts(tx: Transaction, orderId: string): Promise<Facts> {
  const facts = await tx.row<Facts>(sql`
    select o.fulfillment_state as fulfillment, o.return_state as returned, o.completed_at as "completedAt",
      coalesce(s.delivered, 0) as delivered, coalesce(o.delivered_at, s.delivered_at) as "deliveredAt", s.shipped_at as "shippedAt"
    from shop.orders o cross join lateral (
      select sum(l.n) filter (where s.delivered_at is not null)::int as delivered, max(s.delivered_at) as delivered_at,
        case when bool_and(s.shipped_at is not null) then max(s.shipped_at) end as shipped_at
      from shop.shipments s cross join lateral (
        select sum(l.quantity) as n from shop.shipment_lines l
        where l.store_id = s.store_id and l.order_id = s.order_id and l.shipment_id = s.id) l
      where s.store_id = o.store_id and s.order_id = o.id) s
    where o.store_id = ${tx.storeId} and o.id = ${orderId}`);
  if (facts === undefined) throw new Error(`there is no order ${orderId}`);
  return facts;
}

/**
 * Marks a paid order as complete if its completion is due and no return is requested. Otherwise changes nothing and
 * returns false.
 */
export async function markCompleted(tx: Transaction, orderId: string, at: Date): Promise<boolean> {
  const done = await tx.run(sql`
    update shop.orders set completed_at = ${at}, completes_at = null, updated_at = now()
    where store_id = ${tx.storeId} and id = ${orderId} and completes_at <= ${at} and payment_state = 'completed'
      and return_state <> 'requested' and deleted_at is null`);
  return done > 0;
}
