import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { type Direction, readJob, updateJob } from "./job-rows.ts";

/**
 * Cancels a job. No further step begins. A running step is rolled back when it next reads or updates the job's row; a
 * step that has already updated the row is committed.
 */
export async function cancelJob(
  tx: Transaction,
  ctx: Context,
  id: string,
  direction: Direction,
): Promise<void> {
  const { state } = await readJob(tx, id, direction, sql` for no key update`);
  if (state !== "WAITING" && state !== "RUNNING")
    throw new ApiFailure("INVALID_TRANSITION", "This job has already finished or been canceled.", {
      state,
    });
  await updateJob(tx, id, sql`state = 'CANCELLED', ended_at = ${ctx.now()}`);
  await audit(tx, ctx, {
    action: "UPDATE",
    entityType: direction === "IN" ? "import" : "export",
    entityId: id,
    before: { state },
    after: { state: "CANCELLED" },
  });
}
