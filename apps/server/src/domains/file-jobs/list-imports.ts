import type { imports } from "@vetrina/contract/catalogue/imports";
import type { Context } from "../../platform/context.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { importToWire, readJobs } from "./job-rows.ts";

export async function listImports(
  ctx: Context,
  { page, limit }: Input<typeof imports.listImports>,
): Promise<Output<typeof imports.listImports>> {
  const { rows, total } = await ctx.tx((tx) => readJobs(tx, "IN", { page, limit }));
  return { items: rows.map(importToWire), page, limit, total };
}
