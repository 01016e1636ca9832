import type { BulkEditWithSelection, bulkEdits } from "@vetrina/contract/catalogue/bulk-edits";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Input } from "../../platform/http/routes.ts";
import { lockEdit, moveOn, presentEdit } from "./bulk-edits.ts";

/**
 * Cancels an edit: waits for the running step and prevents the next one. Throws INVALID_TRANSITION if the edit has
 * finished.
 */
export async function cancelBulkEdit(
  ctx: Context,
  { id }: Input<typeof bulkEdits.cancelBulkEdit>,
): Promise<BulkEditWithSelection> {
  return ctx.tx(async (tx) => {
    const { state, counts, ranAt } = await lockEdit(tx, ctx, id, "cancel");
    // The items of an edit that ran are kept for an undo. Without a run, nobody needs them.
    await moveOn(tx, id, "CANCELLED", ranAt === null ? sql`, drops_items = true` : sql``);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "bulk edit",
      entityId: id,
      before: { state },
      after: { state: "CANCELLED", counts },
    });
    return presentEdit(tx, id);
  });
}
