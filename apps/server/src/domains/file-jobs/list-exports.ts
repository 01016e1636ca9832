import type { exports as exportCalls } from "@vetrina/contract/catalogue/exports";
import type { Context } from "../../platform/context.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { exportToWire, readJobs } from "./job-rows.ts";

export async function listExports(
  ctx: Context,
  { page, limit }: Input<typeof exportCalls.listExports>,
): Promise<Output<typeof exportCalls.listExports>> {
  const { rows, total } = await ctx.tx((tx) => readJobs(tx, "OUT", { page, limit }));
  return { items: rows.map(exportToWire), page, limit, total };
}
