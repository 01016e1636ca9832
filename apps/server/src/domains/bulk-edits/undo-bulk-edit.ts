import type { BulkEditWithSelection, bulkEdits } from "@vetrina/contract/catalogue/bulk-edits";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { bulkEditWork } from "./bulk-edit-work.ts";
import { lockEdit, moveOn, presentEdit } from "./bulk-edits.ts";

/**
 * Schedules the undo of an edit. Throws INVALID_TRANSITION if the edit has not finished, or if none of its changes can
 * be undone.
 */
export async function undoBulkEdit(
  ctx: Context,
  { id }: Input<typeof bulkEdits.undoBulkEdit>,
): Promise<BulkEditWithSelection> {
  return ctx.tx(async (tx) => {
    const { state, counts, keepsItems } = await lockEdit(tx, ctx, id, "undo");
    if ((counts.DONE ?? 0) === 0)
      throw new ApiFailure("INVALID_TRANSITION", "This edit has no changes to undo.", {
        state,
      });
    if (!keepsItems)
      throw new ApiFailure(
        "INVALID_TRANSITION",
        "This edit is too old to undo, because its earlier values have been deleted. Create a new edit instead.",
        { state },
      );
    const at = ctx.now();
    await moveOn(tx, id, "UNDOING", sql`, worked = 0, undone_at = ${at}`);
    await enqueue(tx, bulkEditWork, { bulkEditId: id });
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "bulk edit",
      entityId: id,
      before: { state },
      after: { state: "UNDOING", counts },
    });
    return presentEdit(tx, id);
  });
}
