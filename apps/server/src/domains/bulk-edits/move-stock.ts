import type { BulkItemReason } from "@vetrina/contract/catalogue/bulk-edits";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { lockLevels, mainLocation, type Move, writeMoves } from "../inventory/levels.ts";
import { publishingStock } from "../inventory/shown-stock.ts";
import type { LockedEdit } from "./bulk-edits.ts";
import { of, type ItemChange } from "./items.ts";
import { isHeld, isTooMany } from "./rules.ts";

/**
 * Changes the stock of a step's items, with ledger entries that refer to the edit. The products must be locked. Returns
 * the positions of skipped items with their reasons.
 */
export async function moveStock(
  tx: Transaction,
  edit: LockedEdit,
  changes: readonly ItemChange[],
): Promise<Map<number, BulkItemReason>> {
  const refused = new Map<number, BulkItemReason>();
  const items = of(changes, "STOCK");
  if (items.length === 0) return refused;
  const location = edit.change.stock?.location ?? mainLocation;
  const existing = await readExisting(tx, location, items);
  await publishingStock(tx, [...existing], async () => {
    const keys = [...existing].map((variantId) => ({ variantId, location }));
    const levels = new Map((await lockLevels(tx, keys)).map((level) => [level.variantId, level]));
    const reason = edit.state === "UNDOING" ? "CORRECTION" : (edit.change.stock?.reason ?? "OTHER");
    const moves = items.flatMap(({ position, variantId, seen, next }): Move[] => {
      const level = levels.get(variantId ?? "");
      if (level === undefined) refused.set(position, "DELETED");
      else if (level.onHand !== seen.onHand) refused.set(position, "CHANGED_SINCE");
      else if (isTooMany(level.onHand, next.onHand)) refused.set(position, "TOO_LARGE");
      else if (isHeld(level, next.onHand)) refused.set(position, "HELD");
      else {
        const onHand = next.onHand - seen.onHand;
        return [
          {
            variantId: level.variantId,
            location,
            kind: "adjust",
            onHand,
            reason,
            note: edit.note,
            referenceId: edit.id,
          },
        ];
      }
      return [];
    });
    await writeMoves(tx, moves);
  });
  return refused;
}

/** Returns the ids of the items' variants that still exist, or none if the location no longer exists. */
async function readExisting(
  tx: Transaction,
  location: string,
  items: readonly ItemChange[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(sql`
    select v.id from shop.variants v
    where v.store_id = ${tx.storeId} and v.id = any(${items.map(({ variantId }) => variantId)}::uuid[]) and v.deleted_at is null
      and exists (select from shop.locations l where l.store_id = v.store_id and l.code = ${location} and l.deleted_at is null)`);
  return new Set(rows.map(({ id }) => id));
}
