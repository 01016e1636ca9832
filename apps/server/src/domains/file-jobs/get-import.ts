import type { Import, imports } from "@vetrina/contract/catalogue/imports";
import type { Context } from "../../platform/context.ts";
import type { Input } from "../../platform/http/routes.ts";
import { importToWire, readJob } from "./job-rows.ts";

export async function getImport(
  ctx: Context,
  { id }: Input<typeof imports.getImport>,
): Promise<Import> {
  return importToWire(await ctx.tx((tx) => readJob(tx, id, "IN")));
}
