import { maximumToBuy } from "@vetrina/commerce/stock";
import { ApiFailure } from "../../platform/errors.ts";
import { newId } from "../../platform/id.ts";
import type { Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import type { Line } from "../pricing/read-lines.ts";

/**
 * Holds every line's pieces or none: one statement, rows locked in the order of their ids, so that two orders never wait
 * for each other in a circle and the last piece has one buyer. A line is taken from the first location in the store's order
 * that has all of it; where none has, from one after the other, and what is back-ordered is owed by the main one. Throws
 * OUT_OF_STOCK with what is left.
 */
export async function holdStock(
  tx: Transaction,
  orderId: string,
  lines: readonly Line[],
): Promise<void> {
  const rows = await tx.rows<{ variant_id: string }>(sql`
    with wanted as (
      select * from unnest(${lines.map((l) => l.variantId)}::uuid[], ${lines.map((l) => l.quantity)}::int[]) w(variant_id, n)
    ), locked as (
      select l.variant_id, l.location, l.sell_rank, l.on_hand - l.reserved as free, l.backorder_limit, w.n
      from shop.inventory_levels l join wanted w on w.variant_id = l.variant_id
      where l.store_id = ${tx.storeId} and l.sell_rank is not null
      order by l.variant_id, l.location for update of l
    ), ranked as (
      select *, greatest(free, 0) as there, sum(free) over variant + max(backorder_limit) over variant as most,
        sum(greatest(free, 0)) over variant as all_there,
        sum(greatest(free, 0)) over (partition by variant_id order by free < n, sell_rank, location) - greatest(free, 0) as taken
      from locked window variant as (partition by variant_id)
    ), shares as (
      select variant_id, location, (least(there, greatest(n - taken, 0))
        + case when location = 'main' then greatest(n - all_there, 0) else 0 end)::int as pieces
      from ranked where n <= most
    ), moved as (
      update shop.inventory_levels l set reserved = l.reserved + s.pieces, updated_at = now()
      from shares s
      where l.store_id = ${tx.storeId} and l.variant_id = s.variant_id and l.location = s.location and s.pieces > 0
      returning l.variant_id, l.location, s.pieces
    )
    insert into shop.stock_movements (store_id, id, variant_id, location, kind, reserved_delta, reason, order_id)
    select ${tx.storeId}, ${movementId()}, variant_id, location, 'hold', pieces, 'Order placed', ${orderId}
    from moved returning variant_id`);
  const held = new Set(rows.map((row) => row.variant_id));
  if (held.size === lines.length) return;
  const short = lines.filter((line) => !held.has(line.variantId));
  const left = await leftOf(
    tx,
    short.map((line) => line.variantId),
  );
  throw outOfStock(
    short.map((line) => Object.assign({}, line, { most: left.get(line.variantId) ?? 0 })),
  );
}

/** What was gone when the lines were read is gone: a rush for a sold-out piece must not queue for its lock. */
export function refuseWhatIsGone(lines: readonly Line[]): void {
  const short = lines.filter((line) => line.most < line.quantity);
  if (short.length > 0) throw outOfStock(short);
}

function outOfStock(short: readonly Line[]): ApiFailure {
  const items = short.map(({ variantId, name, variantName, quantity, most }) => ({
    variantId,
    name,
    variantName,
    requested: quantity,
    available: most,
  }));
  return new ApiFailure("OUT_OF_STOCK", outOfStockMessage(items), { items });
}

/** Gives what the order holds back to where it was taken from. The caller holds the order's lock. */
export async function releaseStock(
  tx: Transaction,
  orderId: string,
  reason: string,
): Promise<void> {
  await moveHeld(tx, orderId, { kind: "release", reason, onHand: 0 });
}

/** What the order holds leaves the house. The caller holds the order's lock. */
export async function sellHeldStock(tx: Transaction, orderId: string): Promise<void> {
  await moveHeld(tx, orderId, { kind: "sale", reason: "Paid", onHand: -1 });
}

type Ending = { kind: "release" | "sale"; reason: string; onHand: -1 | 0 };

/** The ledger knows what an order holds, and where; levels and ledger move together. */
async function moveHeld(
  tx: Transaction,
  orderId: string,
  { kind, reason, onHand }: Ending,
): Promise<void> {
  await tx.run(sql`
    with held as (
      select variant_id, location, sum(reserved_delta)::int as n from shop.stock_movements
      where store_id = ${tx.storeId} and order_id = ${orderId} group by 1, 2 having sum(reserved_delta) > 0
    ), locked as (
      select l.variant_id, l.location, h.n
      from shop.inventory_levels l join held h on h.variant_id = l.variant_id and h.location = l.location
      where l.store_id = ${tx.storeId}
      order by l.variant_id, l.location for update of l
    ), moved as (
      update shop.inventory_levels l
      set on_hand = l.on_hand + ${onHand} * k.n, reserved = l.reserved - k.n, updated_at = now()
      from locked k
      where l.store_id = ${tx.storeId} and l.variant_id = k.variant_id and l.location = k.location
      returning l.variant_id, l.location, k.n
    )
    insert into shop.stock_movements (store_id, id, variant_id, location, kind, on_hand_delta, reserved_delta, reason, order_id)
    select ${tx.storeId}, ${movementId()}, variant_id, location, ${kind}, ${onHand} * n, -n, ${reason}, ${orderId}
    from moved`);
}

/** An id for each of a statement's rows, however many: the moment of a fresh one, an end of its own. */
export function movementId(): Sql {
  return sql`overlay(${newId()}::text placing substr(gen_random_uuid()::text, 20) from 20)::uuid`;
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
  if (first === undefined) return "Something in the cart is out of stock.";
  const what = `${first.name} (${first.variantName})`;
  return first.available > 0
    ? `Only ${first.available} of ${what} left. Reduce the quantity.`
    : `${what} just sold out. Remove it to continue.`;
}
