import type { apiKeys } from "@vetrina/contract/people/api-keys";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { apiKeyColumns, type ApiKeyRow, apiKeyToWire } from "./queries.ts";

/**
 * Lists keys newest first, by descending id, because ids increase over time. A store has few keys, so counting them is
 * cheap.
 */
export async function listApiKeys(
  ctx: Context,
  { page, limit, status }: Input<typeof apiKeys.listApiKeys>,
): Promise<Output<typeof apiKeys.listApiKeys>> {
  return ctx.tx(async (tx) => {
    const which = sql`store_id = ${tx.storeId} and (${status ?? null}::text is null or status = ${status ?? null})`;
    const rows = await tx.rows<ApiKeyRow>(sql`
      select ${apiKeyColumns} from shop.api_keys where ${which}
      order by id desc limit ${limit} offset ${(page - 1) * limit}`);
    const count = await tx.row<{ total: number }>(
      sql`select count(*)::int as total from shop.api_keys where ${which}`,
    );
    return { items: rows.map(apiKeyToWire), page, limit, total: count?.total ?? 0 };
  });
}
