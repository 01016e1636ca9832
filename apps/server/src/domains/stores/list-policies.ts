import type { StorePolicy, stores } from "@vetrina/contract/stores/stores";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Input } from "../../platform/http/routes.ts";
import { translate } from "../languages/translate.ts";

/** Lists the current policies, in the fixed order of their types. */
export async function listPolicies(
  ctx: Context,
  { language }: Input<typeof stores.listPolicies>,
): Promise<{ items: StorePolicy[] }> {
  const rows = await ctx.catalogue.rows<Omit<StorePolicy, "updatedAt"> & { updated_at: Date }>(sql`
    select id, type, title, content, version, updated_at from catalogue.policies where store_id = ${ctx.store.id}
    order by array_position(array['REFUND_POLICY', 'SHIPPING_POLICY', 'PRIVACY_POLICY', 'TERMS_OF_SERVICE', 'LEGAL_NOTICE'], type), id`);
  const items = rows.map(({ updated_at, ...row }) =>
    Object.assign(row, { updatedAt: updated_at.toISOString() }),
  );
  return { items: await translate(ctx, "POLICY", items, language) };
}
