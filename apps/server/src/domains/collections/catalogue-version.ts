import { createBriefMemory } from "../../platform/brief-memory.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";

const holdMs = 5000;
const versions = createBriefMemory<string>(holdMs, 10_000);

/**
 * Returns the version of the store's catalogue; every change replaces it. Read it before the data it describes, so that
 * a cache never stores older data under a newer version.
 */
export async function catalogueVersion(ctx: Context): Promise<string> {
  const row = await ctx.catalogue.row<{ version: string }>(sql`
    select concat_ws(' ', sum(changes), sum(upcoming)) as version from catalogue.versions where store_id = ${ctx.store.id}`);
  return row?.version ?? "";
}

/** Returns the version as of at most a few seconds ago, for expensive results that may be slightly out of date. */
export function recentCatalogueVersion(ctx: Context): Promise<string> {
  return versions.remember(ctx.store.id, () => catalogueVersion(ctx));
}
