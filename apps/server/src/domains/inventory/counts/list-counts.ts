import type { stockCounts } from "@vetrina/contract/stock/stock-counts";
import type { Context } from "../../../platform/context.ts";
import { joinSql, sql } from "../../../platform/database/sql.ts";
import type { Input, Output } from "../../../platform/http/routes.ts";
import { countColumns, type CountRow, countSource, countToWire } from "./count-rows.ts";

export async function listCounts(
  ctx: Context,
  { location, page, limit }: Input<typeof stockCounts.listCounts>,
): Promise<Output<typeof stockCounts.listCounts>> {
  const conditions = [sql`c.store_id = ${ctx.store.id}`];
  if (location !== undefined) conditions.push(sql`c.location = ${location}`);
  const where = joinSql(conditions, " and ");
  return ctx.tx(async (tx) => {
    const rows = await tx.rows<CountRow>(sql`
      select ${countColumns} from ${countSource} where ${where} order by c.id desc limit ${limit} offset ${(page - 1) * limit}`);
    const counted = await tx.row<{ total: number }>(
      sql`select count(*)::int as total from shop.stock_counts c where ${where}`,
    );
    return { items: rows.map(countToWire), page, limit, total: counted?.total ?? 0 };
  });
}
