import type { Export, exports as exportCalls } from "@vetrina/contract/catalogue/exports";
import type { Context } from "../../platform/context.ts";
import type { Input } from "../../platform/http/routes.ts";
import { exportToWire, readJob } from "./job-rows.ts";

export async function getExport(
  ctx: Context,
  { id }: Input<typeof exportCalls.getExport>,
): Promise<Export> {
  return exportToWire(await ctx.tx((tx) => readJob(tx, id, "OUT")));
}
