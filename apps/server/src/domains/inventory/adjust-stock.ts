import { stockLabel } from "@vetrina/commerce/stock";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import { newId } from "../../platform/id.ts";

/** The one location orders are held from; catalogue.variants shows its stock. */
const soldFrom = "main";

/** A level before and after: pieces in the house, and those of them held for unpaid orders. */
export type Adjusted = { before: number; onHand: number; reserved: number; labelChanged: boolean };

/**
 * Locks a variant's level at a location, changes its pieces on hand and writes the difference into the ledger. `change`
 * gets what is on hand and answers with what shall be. Throws OUT_OF_STOCK where orders hold more than would be left,
 * NOT_FOUND for a variant that is not there.
 */
export async function adjustStock(
  tx: Transaction,
  input: { variantId: string; location: string; reason: string },
  change: (onHand: number) => number,
): Promise<Adjusted> {
  const { variantId, location, reason } = input;
  await openLevel(tx, variantId, location);
  const level = await tx.row<{ on_hand: number; reserved: number }>(sql`
    select on_hand, reserved from shop.inventory_levels
    where store_id = ${tx.storeId} and variant_id = ${variantId} and location = ${location} for update`);
  if (level === undefined) throw notFound("variant");
  const { on_hand: before, reserved } = level;
  const onHand = change(before);
  if (onHand < reserved)
    throw new ApiFailure(
      "OUT_OF_STOCK",
      `Orders hold ${reserved} pieces; keep at least that many, or cancel orders first.`,
      { onHand: before, reserved, requested: onHand },
    );
  // What lies at another location is not sold from there, so that pages do not show it.
  const labelChanged =
    location === soldFrom && stockLabel(before - reserved) !== stockLabel(onHand - reserved);
  if (onHand === before) return { before, onHand, reserved, labelChanged };
  await tx.run(sql`
    update shop.inventory_levels set on_hand = ${onHand}, updated_at = now()
    where store_id = ${tx.storeId} and variant_id = ${variantId} and location = ${location}`);
  await tx.run(sql`
    insert into shop.stock_movements (store_id, id, variant_id, location, kind, on_hand_delta, reason)
    values (${tx.storeId}, ${newId()}, ${variantId}, ${location}, 'adjust', ${onHand - before}, ${reason})`);
  return { before, onHand, reserved, labelChanged };
}

/** The first levels of new variants at the main location, with what they begin with in the ledger. */
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

async function openLevel(tx: Transaction, variantId: string, location: string): Promise<void> {
  await tx.run(sql`
    insert into shop.inventory_levels (store_id, id, variant_id, location)
    select v.store_id, ${newId()}, v.id, ${location} from shop.variants v
    where v.store_id = ${tx.storeId} and v.id = ${variantId} and v.deleted_at is null
    on conflict (store_id, variant_id, location) do nothing`);
}
