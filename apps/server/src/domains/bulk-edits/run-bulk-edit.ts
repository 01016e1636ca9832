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
 * Schedules the changes that the preview shows. Throws INVALID_TRANSITION if the edit is not READY or would change
 * nothing.
 */
export async function runBulkEdit(
  ctx: Context,
  { id }: Input<typeof bulkEdits.runBulkEdit>,
): Promise<BulkEditWithSelection> {
  return ctx.tx(async (tx) => {
    const { state, change, counts } = await lockEdit(tx, ctx, id, "run");
    if ((counts.PENDING ?? 0) === 0)
      throw new ApiFailure(
        "INVALID_TRANSITION",
        "This edit would change nothing. See its items for the reasons, and create a new edit.",
        { state },
      );
    const at = ctx.now();
    await moveOn(tx, id, "RUNNING", sql`, worked = 0, ran_at = ${at}`);
    await enqueue(tx, bulkEditWork, { bulkEditId: id });
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "bulk edit",
      entityId: id,
      before: { state },
      after: { state: "RUNNING", change, counts },
    });
    return presentEdit(tx, id);
  });
}
