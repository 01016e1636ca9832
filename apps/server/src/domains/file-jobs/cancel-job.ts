import type { Export, exports as exportCalls } from "@vetrina/contract/exports";
import type { Import, imports } from "@vetrina/contract/imports";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { type Direction, exportToWire, importToWire, readJob, updateJob } from "./job-rows.ts";

/** Throws INVALID_TRANSITION for an import that has ended. */
export function cancelImport(
  ctx: Context,
  { id }: Input<typeof imports.cancelImport>,
): Promise<Import> {
  return ctx.tx(async (tx) => {
    await cancelJob(tx, ctx, id, "IN");
    return importToWire(await readJob(tx, id, "IN"));
  });
}

/** Throws INVALID_TRANSITION for an export that has ended. */
export function cancelExport(
  ctx: Context,
  { id }: Input<typeof exportCalls.cancelExport>,
): Promise<Export> {
  return ctx.tx(async (tx) => {
    await cancelJob(tx, ctx, id, "OUT");
    return exportToWire(await readJob(tx, id, "OUT"));
  });
}

/** Waits for the running step, which has locked the row; the next step finds the job canceled. */
async function cancelJob(
  tx: Transaction,
  ctx: Context,
  id: string,
  direction: Direction,
): Promise<void> {
  const { state } = await readJob(tx, id, direction, sql` for no key update`);
  if (state !== "WAITING" && state !== "RUNNING")
    throw new ApiFailure("INVALID_TRANSITION", "This job has already ended.", { state });
  await updateJob(tx, id, sql`state = 'CANCELLED', ended_at = ${ctx.now()}, claimed_until = null`);
  await audit(tx, ctx, {
    action: "UPDATE",
    entityType: direction === "IN" ? "import" : "export",
    entityId: id,
    before: { state },
    after: { state: "CANCELLED" },
  });
}
