import { maxUnits } from "@vetrina/contract/common";
import type { Transaction } from "../../platform/context.ts";
import { noteCopies } from "../../platform/database/copies.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import { newId } from "../../platform/id.ts";

/**
 * The location that every store has. It gets opening stock and the quantities in product files, and owes the units of
 * back-orders.
 */
export const mainLocation = "main";

export type LevelKey = { variantId: string; location: string };

/** Returns a level's key in a Map. An order may have thousands of levels, too many to find each by searching a list. */
export function keyOf({ variantId, location }: LevelKey): string {
  return `${variantId} ${location}`;
}

/** A level whose row is locked until the transaction ends. */
export type Level = LevelKey & {
  onHand: number;
  reserved: number;
  incoming: number;
  /** The lowest allowed availability: the back-order limit as a negative number, or lower while more units are owed. */
  leastAvailable: number;
};

/**
 * Locks the levels in the same order as orders do, to avoid deadlocks, and creates missing ones. Throws NOT_FOUND if a
 * variant or location doesn't belong to the store.
 */
export async function lockLevels(tx: Transaction, keys: readonly LevelKey[]): Promise<Level[]> {
  await addMissingLevels(tx, keys);
  const levels = await lockOpenLevels(tx, keys);
  const locations = new Set(keys.map((key) => key.location));
  const row = await tx.row<{ locations: number; variants: number }>(sql`
    select (select count(*) from shop.locations where store_id = ${tx.storeId} and deleted_at is null
        and code = any(${[...locations]}::text[]))::int as locations,
      (select count(*) from shop.variants where store_id = ${tx.storeId} and deleted_at is null
        and id = any(${keys.map((key) => key.variantId)}::uuid[]))::int as variants`);
  if (row?.locations !== locations.size) throw notFound("location");
  if (row.variants !== new Set(keys.map((key) => key.variantId)).size) throw notFound("variant");
  return levels;
}

/** Creates missing levels, but none for deleted variants or locations. */
export async function addMissingLevels(tx: Transaction, keys: readonly LevelKey[]): Promise<void> {
  const rows = JSON.stringify(keys.map((key) => Object.assign({ id: newId() }, key)));
  const requested = sql`jsonb_to_recordset(${rows}::jsonb) as w (id uuid, "variantId" uuid, location text)`;
  await tx.run(sql`
    insert into shop.inventory_levels (store_id, id, variant_id, location, sell_rank)
    select v.store_id, w.id, v.id, p.code, case when p.is_active then p.position end from ${requested}
    cross join lateral (select v.store_id, v.id, v.deleted_at from shop.variants v
      where v.store_id = ${tx.storeId} and v.id = w."variantId" offset 0) v
    join shop.locations p on p.store_id = v.store_id and p.code = w.location and p.deleted_at is null
    where (select true from shop.inventory_levels l
      where l.store_id = v.store_id and l.variant_id = v.id and l.location = p.code) is null and v.deleted_at is null
    order by v.id, p.code for share of p
    on conflict (store_id, variant_id, location) do nothing`);
}

/** Like lockLevels(), but only locks existing levels. Includes levels of deleted variants. */
export function lockOpenLevels(tx: Transaction, keys: readonly LevelKey[]): Promise<Level[]> {
  const ids = keys.map((key) => key.variantId);
  return tx.rows<Level>(sql`
    select l.variant_id as "variantId", l.location, l.on_hand as "onHand", l.reserved, l.incoming,
      l.min_available as "leastAvailable"
    from shop.inventory_levels l
    join unnest(${ids}::uuid[], ${keys.map((key) => key.location)}::text[]) w (variant_id, location)
      on w.variant_id = l.variant_id and w.location = l.location
    where l.store_id = ${tx.storeId} and l.variant_id = any(${ids}::uuid[])
    order by l.variant_id, l.location for update of l`);
}

/**
 * Locks all levels of the variants, in the same order as orders do. Callers that take units of some variants and return
 * units of others lock all of them first to avoid deadlocks.
 */
export async function lockLevelsOf(tx: Transaction, variantIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    select from shop.inventory_levels where store_id = ${tx.storeId} and variant_id = any(${variantIds}::uuid[])
    order by variant_id, location for update`);
}

/** A change to a locked level, which becomes a ledger entry. Quantities that are omitted don't change. */
export type Move = LevelKey & {
  /** `sale` reverses a sale: it is for units of an order that no longer count as sold. */
  kind: "adjust" | "transfer" | "return" | "sale";
  onHand?: number;
  incoming?: number;
  reason: string;
  note?: string | null | undefined;
  /** The transfer, count or shipment that caused the change. */
  referenceId?: string;
  /** The order that sold the units. */
  orderId?: string;
};

/**
 * Writes changes to levels and ledger together. The caller must have locked the levels, and each level may occur only
 * once. Throws LIMIT_REACHED if a level would grow above `maxUnits`; a level that is already above it may still shrink.
 */
export async function writeMoves(tx: Transaction, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return;
  noteCopies(tx, { rows: moves.length });
  const rows = JSON.stringify(
    moves.map((move) => Object.assign({ id: newId(), onHand: 0, incoming: 0 }, move)),
  );
  const full = await tx.rows<{ variantId: string; onHand: number }>(sql`
    with moved as (
      select * from jsonb_to_recordset(${rows}::jsonb) as m (id uuid, "variantId" uuid, location text, kind text,
        "onHand" int, incoming int, reason text, note text, "referenceId" uuid, "orderId" uuid)
    ), levels as (
      update shop.inventory_levels l
      set on_hand = l.on_hand + m."onHand", incoming = l.incoming + m.incoming, updated_at = now()
      from moved m where l.store_id = ${tx.storeId} and l.variant_id = any(array(select "variantId" from moved))
        and l.variant_id = m."variantId" and l.location = m.location
      returning l.variant_id as "variantId", l.on_hand - m."onHand" as "onHand", m."onHand" as gained
    ), written as (
      insert into shop.stock_movements (store_id, id, variant_id, location, kind, on_hand_delta, incoming_delta, reason, note, reference_id, order_id)
      select ${tx.storeId}, id, "variantId", location, kind, "onHand", incoming, reason, note, "referenceId", "orderId" from moved
    )
    select "variantId", "onHand" from levels where gained > 0 and "onHand" + gained > ${maxUnits} order by "variantId"`);
  const [first] = full;
  if (first === undefined) return;
  const [max, here] = [maxUnits, first.onHand].map((units) => units.toLocaleString("en"));
  throw new ApiFailure(
    "LIMIT_REACHED",
    `A location can hold at most ${max} units of a variant. Units on hand now: ${here}. Add fewer units, or remove some first.`,
    { items: full },
  );
}

/**
 * Moves units of these variants from deleted locations to the main one. Called after an order has returned units to the
 * locations they came from. The caller must have locked the variants' levels.
 */
export async function leaveDeletedLocations(
  tx: Transaction,
  variantIds: readonly string[],
): Promise<void> {
  await tx.run(sql`select door.leave_deleted_locations(${[...variantIds]}::uuid[], ${newId()})`);
}

/** Returns SQL for the id of a ledger entry: the time part of one new id, and random bytes that differ in each row. */
export function movementId(): Sql {
  return sql`overlay(${newId()}::text placing substr(gen_random_uuid()::text, 20) from 20)::uuid`;
}

/** Creates the levels of new variants at the main location and records their opening stock in the ledger. */
export async function openStock(
  tx: Transaction,
  variants: readonly { id: string; stock: number }[],
): Promise<void> {
  const rows = JSON.stringify(
    variants.map(({ id, stock }) => ({ variant: id, stock, level: newId(), movement: newId() })),
  );
  await tx.run(sql`
    with opened as (
      select * from jsonb_to_recordset(${rows}::jsonb) as o (variant uuid, stock int, level uuid, movement uuid)
    ), levels as (
      insert into shop.inventory_levels (store_id, id, variant_id, on_hand)
      select ${tx.storeId}, level, variant, stock from opened
    )
    insert into shop.stock_movements (store_id, id, variant_id, kind, on_hand_delta, reason)
    select ${tx.storeId}, movement, variant, 'adjust', stock, 'Opening stock' from opened where stock > 0`);
}
