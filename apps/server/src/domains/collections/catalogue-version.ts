import { createBriefMemory } from "../../platform/brief-memory.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";

const holdMs = 5000;
const versions = createBriefMemory<string>(holdMs, 10_000);

/**
 * Another one after each change of the store's catalogue. Read before what it stands for, so that nothing older is kept
 * under it.
 */
export async function catalogueVersion(ctx: Context): Promise<string> {
  const row = await ctx.catalogue.row<{ version: string }>(sql`
    select concat_ws(' ', sum(changes), sum(upcoming)) as version from catalogue.versions where store_id = ${ctx.store.id}`);
  return row?.version ?? "";
}

/** As it was in the last seconds: for what takes so much work that a change may be seen a little later. */
export function recentCatalogueVersion(ctx: Context): Promise<string> {
  return versions.remember(ctx.store.id, () => catalogueVersion(ctx));
}
