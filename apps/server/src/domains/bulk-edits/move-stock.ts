import type { BulkItemReason } from "@vetrina/contract/bulk-edits";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { lockLevels, mainLocation, type Move, writeMoves } from "../inventory/levels.ts";
import { publishingStock } from "../inventory/shown-stock.ts";
import type { LockedEdit } from "./bulk-edits.ts";
import { of, type Turn } from "./items.ts";
import { isHeld, isTooMany } from "./rules.ts";

/**
 * Moves the pieces of a step's stock items through the ledger, with the edit as their cause; products are locked. Answers
 * with the positions of those that are left as they are.
 */
export async function moveStock(
  tx: Transaction,
  edit: LockedEdit,
  turns: readonly Turn[],
): Promise<Map<number, BulkItemReason>> {
  const refused = new Map<number, BulkItemReason>();
  const items = of(turns, "STOCK");
  if (items.length === 0) return refused;
  const location = edit.change.stock?.location ?? mainLocation;
  const standing = await readStanding(tx, location, items);
  await publishingStock(tx, [...standing], async () => {
    const keys = [...standing].map((variantId) => ({ variantId, location }));
    const levels = new Map((await lockLevels(tx, keys)).map((level) => [level.variantId, level]));
    const reason = edit.state === "UNDOING" ? "CORRECTION" : (edit.change.stock?.reason ?? "OTHER");
    const moves = items.flatMap(({ position, variantId, seen, next }): Move[] => {
      const level = levels.get(variantId ?? "");
      if (level === undefined) refused.set(position, "GONE");
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
            causeId: edit.id,
          },
        ];
      }
      return [];
    });
    await writeMoves(tx, moves);
  });
  return refused;
}

/** The items' variants that are still there, if the location is. */
async function readStanding(
  tx: Transaction,
  location: string,
  items: readonly Turn[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(sql`
    select v.id from shop.variants v
    where v.store_id = ${tx.storeId} and v.id = any(${items.map(({ variantId }) => variantId)}::uuid[]) and v.deleted_at is null
      and exists (select from shop.locations l where l.store_id = v.store_id and l.code = ${location} and l.deleted_at is null)`);
  return new Set(rows.map(({ id }) => id));
}
