import type { media } from "@vetrina/contract/catalogue/media";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { isUsed, readMediaPage } from "./media-rows.ts";

export async function listMedia(
  ctx: Context,
  { isUsed: used, page, limit }: Input<typeof media.listMedia>,
): Promise<Output<typeof media.listMedia>> {
  const where = used === undefined ? sql`true` : sql`${isUsed(ctx.store.id)} = ${used}`;
  const found = await ctx.tx((tx) => readMediaPage(tx, where, { page, limit }));
  return { ...found, page, limit };
}
