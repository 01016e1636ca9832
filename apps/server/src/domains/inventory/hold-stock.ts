import { maximumToBuy } from "@vetrina/commerce/products/stock-label";
import { ApiFailure } from "../../platform/errors.ts";
import type { Transaction } from "../../platform/context.ts";
import { noteCopies } from "../../platform/database/copies.ts";
import { sql } from "../../platform/database/sql.ts";
import { movementId } from "./levels.ts";
import { isIn, levelKey, unitsOf } from "./units-by-level.ts";

/** The units of a variant that an order needs. */
export type RequestedUnits = {
  variantId: string;
  name: string;
  variantName: string;
  quantity: number;
  /** Units that can be bought now, including back-orders. */
  maxQuantity: number;
};

/**
 * Holds the units of all lines, or none. One statement locks the levels in id order to avoid deadlocks. A line's units
 * come from the first location that has all of them, otherwise from several; the main location owes back-ordered units.
 * Throws OUT_OF_STOCK with the available quantities.
 */
export async function holdStock(
  tx: Transaction,
  orderId: string,
  lines: readonly RequestedUnits[],
  reason = "Order placed",
): Promise<void> {
  const variantIds = lines.map((line) => line.variantId);
  // Repeats the condition on the variants' ids, so that no plan reads all levels of the store. Without statistics about
  // a store, PostgreSQL assumes that it has few.
  const rows = await tx.rows<{ variant_id: string }>(sql`
    with requested as (
      select * from unnest(${variantIds}::uuid[], ${lines.map((l) => l.quantity)}::int[]) w(variant_id, n)
    ), locked as (
      select l.variant_id, l.location, l.sell_rank, l.on_hand - l.reserved as free, l.backorder_limit, w.n
      from shop.inventory_levels l join requested w on w.variant_id = l.variant_id
      where l.store_id = ${tx.storeId} and l.variant_id = any(${variantIds}::uuid[]) and l.sell_rank is not null
      order by l.variant_id, l.location for update of l
    ), ranked as (
      select *, greatest(free, 0) as there, sum(free) over variant + max(backorder_limit) over variant as max_quantity,
        sum(greatest(free, 0)) over variant as all_there,
        sum(greatest(free, 0)) over (partition by variant_id order by free < n, sell_rank, location) - greatest(free, 0) as taken
      from locked window variant as (partition by variant_id)
    ), shares as materialized (
      select variant_id, location, (least(there, greatest(n - taken, 0))
        + case when location = 'main' then greatest(n - all_there, 0) else 0 end)::int as units
      from ranked where n <= max_quantity
    ), taken as materialized (
      select jsonb_object_agg(${levelKey(sql`s`)}, s.units) as units from shares s where s.units > 0
    ), moved as (
      update shop.inventory_levels l set reserved = l.reserved + ${unitsOf(sql`taken`)}, updated_at = now()
      where l.store_id = ${tx.storeId} and l.variant_id = any(${variantIds}::uuid[]) and ${isIn(sql`taken`)}
      returning l.variant_id, l.location, ${unitsOf(sql`taken`)} as units
    )
    insert into shop.stock_movements (store_id, id, variant_id, location, kind, reserved_delta, reason, order_id)
    select ${tx.storeId}, ${movementId()}, variant_id, location, 'hold', units, ${reason}, ${orderId}
    from moved returning variant_id`);
  noteCopies(tx, { rows: rows.length });
  const held = new Set(rows.map((row) => row.variant_id));
  if (held.size === lines.length) return;
  const short = lines.filter((line) => !held.has(line.variantId));
  const left = await leftOf(
    tx,
    short.map((line) => line.variantId),
  );
  throw outOfStock(
    short.map((line) => Object.assign({}, line, { maxQuantity: left.get(line.variantId) ?? 0 })),
  );
}

/**
 * Throws OUT_OF_STOCK, before any lock is taken, if the stock that was read with the order's lines is too low.
 * Otherwise many buyers of a sold-out item would queue for its row lock.
 */
export function requireStock(lines: readonly RequestedUnits[]): void {
  const short = lines.filter((line) => line.maxQuantity < line.quantity);
  if (short.length > 0) throw outOfStock(short);
}

function outOfStock(short: readonly RequestedUnits[]): ApiFailure {
  const items = short.map(({ variantId, name, variantName, quantity, maxQuantity }) => ({
    variantId,
    name,
    variantName,
    requested: quantity,
    available: maxQuantity,
  }));
  return new ApiFailure("OUT_OF_STOCK", outOfStockMessage(items), { items });
}

/** Releases the units that an order holds, at each location. The caller must hold the order's lock. */
export async function releaseStock(
  tx: Transaction,
  orderId: string,
  reason: string,
): Promise<void> {
  await moveHeld(tx, orderId, { kind: "release", reason, onHand: 0 });
}

/** Removes the order's held units from stock as sold. The caller must hold the order's lock. */
export async function sellHeldStock(tx: Transaction, orderId: string): Promise<void> {
  await moveHeld(tx, orderId, { kind: "sale", reason: "Paid", onHand: -1 });
}

type Ending = { kind: "release" | "sale"; reason: string; onHand: -1 | 0 };

/**
 * Releases or sells all units that an order holds at each location according to the ledger. Levels and ledger change in
 * one statement.
 */
async function moveHeld(
  tx: Transaction,
  orderId: string,
  { kind, reason, onHand }: Ending,
): Promise<void> {
  const rows = await tx.run(sql`
    with held as (
      select variant_id, location, sum(reserved_delta)::int as n from shop.stock_movements
      where store_id = ${tx.storeId} and order_id = ${orderId} group by 1, 2 having sum(reserved_delta) > 0
    ), all_held as materialized (
      select jsonb_object_agg(${levelKey(sql`h`)}, h.n) as units from held h
    ), locked as materialized (
      select l.variant_id from shop.inventory_levels l
      where l.store_id = ${tx.storeId} and l.variant_id = any(array(select variant_id from held)) and ${isIn(sql`all_held`)}
      order by l.variant_id, l.location for update of l
    ), moved as (
      update shop.inventory_levels l
      set on_hand = l.on_hand + ${onHand} * ${unitsOf(sql`all_held`)}, reserved = l.reserved - ${unitsOf(sql`all_held`)},
        updated_at = now()
      where l.store_id = ${tx.storeId} and l.variant_id = any(array(select variant_id from locked)) and ${isIn(sql`all_held`)}
      returning l.variant_id, l.location, ${unitsOf(sql`all_held`)} as n
    )
    insert into shop.stock_movements (store_id, id, variant_id, location, kind, on_hand_delta, reserved_delta, reason, order_id)
    select ${tx.storeId}, ${movementId()}, variant_id, location, ${kind}, ${onHand} * n, -n, ${reason}, ${orderId}
    from moved`);
  noteCopies(tx, { rows });
}

async function leftOf(tx: Transaction, variantIds: string[]): Promise<Map<string, number>> {
  const rows = await tx.rows<{ id: string; stock: number; backorder_limit: number }>(sql`
    select id, stock, backorder_limit from catalogue.variants
    where store_id = ${tx.storeId} and id = any(${variantIds}::uuid[])`);
  return new Map(rows.map((row) => [row.id, maximumToBuy(row.stock, row.backorder_limit)]));
}

function outOfStockMessage(
  items: readonly { name: string; variantName: string; available: number }[],
): string {
  const [first] = items;
  if (first === undefined) return "An item in the cart is out of stock. Remove it to continue.";
  const what = `${first.name} (${first.variantName})`;
  return first.available > 0
    ? `Only ${first.available} of ${what} left. Reduce the quantity.`
    : `${what} is sold out. Remove it to continue.`;
}
