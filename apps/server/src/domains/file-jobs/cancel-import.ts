import type { Import, imports } from "@vetrina/contract/catalogue/imports";
import type { Context } from "../../platform/context.ts";
import type { Input } from "../../platform/http/routes.ts";
import { cancelJob } from "./cancel-job.ts";
import { importToWire, readJob } from "./job-rows.ts";

/** Cancels an import. Throws INVALID_TRANSITION if it is no longer waiting or running. */
export function cancelImport(
  ctx: Context,
  { id }: Input<typeof imports.cancelImport>,
): Promise<Import> {
  return ctx.tx(async (tx) => {
    await cancelJob(tx, ctx, id, "IN");
    return importToWire(await readJob(tx, id, "IN"));
  });
}
