import type { bulkEdits } from "@vetrina/contract/catalogue/bulk-edits";
import type { Context } from "../../platform/context.ts";
import { joinSql, sql } from "../../platform/database/sql.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { bulkEditColumns, bulkEditToWire, type ListedEdit } from "./bulk-edits.ts";

export async function listBulkEdits(
  ctx: Context,
  { state, productId, page, limit }: Input<typeof bulkEdits.listBulkEdits>,
): Promise<Output<typeof bulkEdits.listBulkEdits>> {
  const conditions = [sql`e.store_id = ${ctx.store.id}`];
  if (state !== undefined) conditions.push(sql`e.state = ${state}`);
  if (productId !== undefined)
    conditions.push(sql`exists (select from shop.bulk_edit_items i
      where i.store_id = e.store_id and i.product_id = ${productId} and i.bulk_edit_id = e.id)`);
  const where = joinSql(conditions, " and ");
  return ctx.tx(async (tx) => {
    const rows = await tx.rows<ListedEdit>(sql`
      select ${bulkEditColumns} from shop.bulk_edits e where ${where} order by e.id desc limit ${limit} offset ${(page - 1) * limit}`);
    const counted = await tx.row<{ total: number }>(
      sql`select count(*)::int as total from shop.bulk_edits e where ${where}`,
    );
    const items = rows.map((row) => bulkEditToWire(tx.storeId, row));
    return { items, page, limit, total: counted?.total ?? 0 };
  });
}
