import type { BulkEditWithSelection, bulkEdits } from "@vetrina/contract/bulk-edits";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { lockEdit, moveOn, presentEdit } from "./bulk-edits.ts";

/** Tells the worker to give back what was before. Throws INVALID_TRANSITION where nothing was done, or it is not through. */
export async function undoBulkEdit(
  ctx: Context,
  { id }: Input<typeof bulkEdits.undoBulkEdit>,
): Promise<BulkEditWithSelection> {
  return ctx.tx(async (tx) => {
    const { state, counts, keepsItems } = await lockEdit(tx, ctx, id, "undo");
    if ((counts.DONE ?? 0) === 0)
      throw new ApiFailure("INVALID_TRANSITION", "This edit changed nothing that can be undone.", {
        state,
      });
    if (!keepsItems)
      throw new ApiFailure(
        "INVALID_TRANSITION",
        "This edit is too old: what was before is no longer kept.",
        { state },
      );
    const at = ctx.now();
    await moveOn(tx, id, "UNDOING", { dueAt: at, set: sql`, worked = 0, undone_at = ${at}` });
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
