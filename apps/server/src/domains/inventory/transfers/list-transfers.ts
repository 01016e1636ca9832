import type { transfers } from "@vetrina/contract/stock/transfers";
import type { Context } from "../../../platform/context.ts";
import { joinSql, sql } from "../../../platform/database/sql.ts";
import type { Input, Output } from "../../../platform/http/routes.ts";
import {
  transferColumns,
  type TransferRow,
  transferSource,
  transferToWire,
} from "./transfer-rows.ts";

export async function listTransfers(
  ctx: Context,
  { state, location, page, limit }: Input<typeof transfers.listTransfers>,
): Promise<Output<typeof transfers.listTransfers>> {
  const conditions = [sql`t.store_id = ${ctx.store.id}`];
  if (state !== undefined) conditions.push(sql`t.state = ${state}`);
  if (location !== undefined)
    conditions.push(sql`${location}::text in (t.from_location, t.to_location)`);
  const where = joinSql(conditions, " and ");
  return ctx.tx(async (tx) => {
    const rows = await tx.rows<TransferRow>(sql`
      select ${transferColumns} from ${transferSource(sql`
        (select t.* from shop.stock_transfers t where ${where} order by t.id desc limit ${limit} offset ${(page - 1) * limit})`)}
      order by t.id desc`);
    const counted = await tx.row<{ total: number }>(
      sql`select count(*)::int as total from shop.stock_transfers t where ${where}`,
    );
    return { items: rows.map(transferToWire), page, limit, total: counted?.total ?? 0 };
  });
}
