import type { exports as calls } from "@vetrina/contract/catalogue/exports";
import type { Context } from "../../platform/context.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import type { FileAnswer, Input } from "../../platform/http/routes.ts";
import { readParts } from "./file-parts.ts";
import { readJob } from "./job-rows.ts";

/** Throws INVALID_TRANSITION before it is finished, NOT_FOUND once it has expired. */
export async function getExportFile(
  ctx: Context,
  { id }: Input<typeof calls.getExportFile>,
): Promise<FileAnswer> {
  const job = await ctx.tx((tx) => readJob(tx, id, "OUT"));
  if (job.state !== "DONE")
    throw new ApiFailure("INVALID_TRANSITION", "The export isn't finished yet.", {
      state: job.state,
    });
  if (job.expiresAt !== null && job.expiresAt <= ctx.now()) throw notFound("export");
  return { name: job.fileName, bytes: readParts(ctx.services.files, id, job.parts) };
}
