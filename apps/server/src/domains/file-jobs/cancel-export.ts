import type { Export, exports as exportCalls } from "@vetrina/contract/catalogue/exports";
import type { Context } from "../../platform/context.ts";
import type { Input } from "../../platform/http/routes.ts";
import { cancelJob } from "./cancel-job.ts";
import { exportToWire, readJob } from "./job-rows.ts";

/** Cancels an export. Throws INVALID_TRANSITION if it is no longer waiting or running. */
export function cancelExport(
  ctx: Context,
  { id }: Input<typeof exportCalls.cancelExport>,
): Promise<Export> {
  return ctx.tx(async (tx) => {
    await cancelJob(tx, ctx, id, "OUT");
    return exportToWire(await readJob(tx, id, "OUT"));
  });
}
