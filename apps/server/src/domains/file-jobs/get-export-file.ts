import type { exports as calls } from "@vetrina/contract/catalogue/exports";
import type { Context } from "../../platform/context.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import type { FileAnswer, Input } from "../../platform/http/routes.ts";
import { readInSlices } from "./file-parts.ts";
import { readJob } from "./job-rows.ts";

/**
 * Returns the file of an export. Throws INVALID_TRANSITION if the export is not DONE, and NOT_FOUND after the file has
 * expired.
 */
export async function getExportFile(
  ctx: Context,
  { id }: Input<typeof calls.getExportFile>,
): Promise<FileAnswer> {
  const job = await ctx.tx((tx) => readJob(tx, id, "OUT"));
  if (job.state !== "DONE")
    throw new ApiFailure(
      "INVALID_TRANSITION",
      "This export has no file yet. Wait until it is done. If it failed or was canceled, create another one.",
      {
        state: job.state,
      },
    );
  if (job.expiresAt !== null && job.expiresAt <= ctx.now()) throw notFound("export");
  return { name: job.fileName, bytes: (inTurn) => readInSlices(ctx, job, inTurn) };
}
