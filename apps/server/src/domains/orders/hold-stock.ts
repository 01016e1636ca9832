import { ApiFailure } from "../../platform/errors.ts";
import { newId } from "../../platform/id.ts";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Line } from "./read-lines.ts";

/** Pieces of one variant that an order moves. */
export type Pieces = { variantId: string; quantity: number };

/**
 * Holds every line's pieces or none: one guarded update, rows locked in the order of their ids, so that two orders
 * never wait for each other in a circle and the last piece has one buyer. Throws OUT_OF_STOCK with what is left.
 */
export async function holdStock(
  tx: Transaction,
  orderId: string,
  lines: readonly Line[],
): Promise<void> {
  const held = await moveStock(tx, orderId, lines, {
    kind: "hold",
    reason: "Order placed",
    onHand: 0,
    reserved: 1,
  });
  if (held.size === lines.length) return;
  const short = lines.filter((line) => !held.has(line.variantId));
  const left = await stockOf(
    tx,
    short.map((line) => line.variantId),
  );
  throw outOfStock(
    short.map((line) => Object.assign({}, line, { stock: left.get(line.variantId) ?? 0 })),
  );
}

/** What was gone when the lines were read is gone: a rush for a sold-out piece must not queue for its lock. */
export function refuseWhatIsGone(lines: readonly Line[]): void {
  const short = lines.filter((line) => line.stock < line.quantity);
  if (short.length > 0) throw outOfStock(short);
}

function outOfStock(short: readonly Line[]): ApiFailure {
  const items = short.map(({ variantId, name, variantName, quantity, stock }) => ({
    variantId,
    name,
    variantName,
    requested: quantity,
    available: Math.max(0, stock),
  }));
  return new ApiFailure("OUT_OF_STOCK", outOfStockMessage(items), { items });
}

/** Gives held pieces back. */
export async function releaseStock(
  tx: Transaction,
  orderId: string,
  pieces: readonly Pieces[],
  reason: string,
): Promise<void> {
  await moveStock(tx, orderId, pieces, { kind: "release", reason, onHand: 0, reserved: -1 });
}

/** Held pieces leave the house. */
export async function sellHeldStock(
  tx: Transaction,
  orderId: string,
  pieces: readonly Pieces[],
): Promise<void> {
  await moveStock(tx, orderId, pieces, { kind: "sale", reason: "Paid", onHand: -1, reserved: -1 });
}

type Move = {
  kind: "hold" | "release" | "sale";
  reason: string;
  onHand: -1 | 0;
  reserved: -1 | 0 | 1;
};

/** Levels and ledger move together; answers with the variants that could. */
async function moveStock(
  tx: Transaction,
  orderId: string,
  pieces: readonly Pieces[],
  move: Move,
): Promise<Set<string>> {
  const rows = await tx.rows<{ variant_id: string }>(sql`
    with wanted as (
      select * from unnest(${pieces.map((p) => p.variantId)}::uuid[], ${pieces.map((p) => p.quantity)}::int[],
        ${pieces.map(() => newId())}::uuid[]) w(variant_id, n, movement_id)
    ), locked as (
      select l.variant_id, l.location, w.n, w.movement_id
      from shop.inventory_levels l join wanted w on w.variant_id = l.variant_id
      where l.store_id = ${tx.storeId} and l.location = 'main'
      order by l.variant_id for update of l
    ), moved as (
      update shop.inventory_levels l
      set on_hand = l.on_hand + ${move.onHand} * k.n, reserved = l.reserved + ${move.reserved} * k.n, updated_at = now()
      from locked k
      where l.store_id = ${tx.storeId} and l.variant_id = k.variant_id and l.location = k.location
        and (${move.kind}::text <> 'hold' or l.on_hand - l.reserved >= k.n)
      returning l.variant_id, l.location, k.n, k.movement_id
    )
    insert into shop.stock_movements (store_id, id, variant_id, location, kind, on_hand_delta, reserved_delta, reason, order_id)
    select ${tx.storeId}, movement_id, variant_id, location, ${move.kind}, ${move.onHand} * n, ${move.reserved} * n,
      ${move.reason}, ${orderId}
    from moved returning variant_id`);
  return new Set(rows.map((row) => row.variant_id));
}

async function stockOf(tx: Transaction, variantIds: string[]): Promise<Map<string, number>> {
  const rows = await tx.rows<{ id: string; stock: number }>(sql`
    select id, stock from catalogue.variants where store_id = ${tx.storeId} and id = any(${variantIds}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row.stock]));
}

function outOfStockMessage(
  items: readonly { name: string; variantName: string; available: number }[],
): string {
  const [first] = items;
  if (first === undefined) return "Something in the cart is out of stock.";
  const what = `${first.name} (${first.variantName})`;
  return first.available > 0
    ? `Only ${first.available} of ${what} left. Reduce the quantity.`
    : `${what} has just sold out. Remove it to go on.`;
}
