import type { locations } from "@vetrina/contract/stock/locations";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { countCopies } from "../../platform/http/callers/count-write.ts";
import type { Input } from "../../platform/http/routes.ts";
import { mainLocation, type Move, writeMoves } from "./levels.ts";
import { lockLocation } from "./location-rows.ts";
import { countLevels, rankLevels } from "./rank-levels.ts";

/**
 * Deletes a location. Its code can't be used again, because the ledger refers to it. Throws INVALID_TRANSITION for the
 * main location, for locations with stock, and for those with an outgoing transfer in transit.
 */
export async function deleteLocation(
  ctx: Context,
  { id }: Input<typeof locations.deleteLocation>,
): Promise<void> {
  await countCopies(ctx, { rows: await ctx.tx((tx) => countLevels(tx, id)) });
  await ctx.tx(async (tx) => {
    const location = await lockLocation(tx, id);
    const { code, name } = location;
    await requireFresh(tx, ctx, "location", location.version, async () => location);
    if (code === mainLocation)
      throw new ApiFailure(
        "INVALID_TRANSITION",
        "The main location can't be deleted. Rename it instead.",
      );
    const gone = await variantsGone(tx, code);
    // Waits for transactions that are changing units at the location. Later ones find the location deleted when they
    // lock its levels.
    await tx.run(sql`
      select from shop.inventory_levels
      where store_id = ${tx.storeId} and (location = ${code} or (location = ${mainLocation} and variant_id = any(${gone}::uuid[])))
      order by variant_id, location for update`);
    await requireNoneSent(tx, code);
    await moveToMain(tx, code, gone);
    const filled = await tx.row<{ n: number; gone: number }>(sql`
      select count(*)::int as n, count(*) filter (where v.deleted_at is not null)::int as gone
      from shop.inventory_levels l join shop.variants v on v.store_id = l.store_id and v.id = l.variant_id
      where l.store_id = ${tx.storeId} and l.location = ${code} and (l.on_hand <> 0 or l.reserved <> 0 or l.incoming <> 0)`);
    if (filled !== undefined && filled.n > 0) throw stillFilled(filled);
    await tx.run(sql`
      update shop.locations set deleted_at = ${ctx.now()}, updated_at = ${ctx.now()}, version = version + 1
      where store_id = ${tx.storeId} and id = ${id}`);
    await rankLevels(tx, code);
    await audit(tx, ctx, {
      action: "DELETE",
      entityType: "location",
      entityId: id,
      before: { code, name },
    });
  });
}

/**
 * Returns the variants that have units at the location and were deleted without their product. Restoring the product
 * doesn't restore them, so staff can't move their units.
 */
async function variantsGone(tx: Transaction, code: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select v.id from shop.inventory_levels l
    join shop.variants v on v.store_id = l.store_id and v.id = l.variant_id
    join shop.products p on p.store_id = v.store_id and p.id = v.product_id
    where l.store_id = ${tx.storeId} and l.location = ${code} and l.on_hand > 0
      and v.deleted_at is not null and v.deleted_at is distinct from p.deleted_at`);
  return rows.map(({ id }) => id);
}

/** Moves these variants' units to the main location, except those that orders hold. */
async function moveToMain(tx: Transaction, code: string, variantIds: string[]): Promise<void> {
  if (variantIds.length === 0) return;
  const levels = await tx.rows<{ variantId: string; units: number }>(sql`
    select variant_id as "variantId", on_hand - reserved as units from shop.inventory_levels
    where store_id = ${tx.storeId} and location = ${code} and variant_id = any(${variantIds}::uuid[]) and on_hand > reserved`);
  const moves = levels.flatMap(({ variantId, units }) => [
    move(variantId, code, -units),
    move(variantId, mainLocation, units),
  ]);
  await writeMoves(tx, moves);
}

/**
 * Throws if an outgoing transfer is in transit, because its units would return to this location if it were canceled.
 */
async function requireNoneSent(tx: Transaction, code: string): Promise<void> {
  const sent = await tx.row(sql`
    select from shop.stock_transfers where store_id = ${tx.storeId} and from_location = ${code} and state = 'IN_TRANSIT' limit 1`);
  if (sent !== undefined)
    throw new ApiFailure(
      "INVALID_TRANSITION",
      "A transfer from this location is in transit. Receive or cancel it first.",
    );
}

function stillFilled({ n, gone }: { n: number; gone: number }): ApiFailure {
  const deleted =
    gone === 0
      ? ""
      : ` Deleted variants among these: ${gone}. To move the units of a deleted product, restore it.`;
  return new ApiFailure(
    "INVALID_TRANSITION",
    `Variants with units on hand, held or in transit at this location: ${n}. Move their units to another location first.${deleted}`,
    { variants: n, ofDeletedProducts: gone },
  );
}

function move(variantId: string, location: string, onHand: number): Move {
  return { variantId, location, onHand, kind: "transfer", reason: "Location deleted" };
}
