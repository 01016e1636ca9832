import type { BulkEditItem, BulkValue, bulkEdits } from "@vetrina/contract/catalogue/bulk-edits";
import { toMajor } from "@vetrina/commerce/money";
import type { Context } from "../../platform/context.ts";
import { joinSql, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import type { Value } from "./rules.ts";

type Row = Omit<BulkEditItem, "before" | "after"> & { before: Value; after: Value | null };

/** Lists items in processing order. `after` is the position of the last item of the previous page. */
export async function listBulkEditItems(
  ctx: Context,
  { id, state, after, limit }: Input<typeof bulkEdits.listBulkEditItems>,
): Promise<Output<typeof bulkEdits.listBulkEditItems>> {
  const conditions = [
    sql`i.store_id = ${ctx.store.id} and i.bulk_edit_id = ${id} and i.position > ${after}`,
  ];
  if (state !== undefined) conditions.push(sql`i.state = ${state}`);
  return ctx.tx(async (tx) => {
    const edit = await tx.row<{ location: string }>(sql`
      select coalesce(change #>> '{stock,location}', 'main') as location from shop.bulk_edits
      where store_id = ${tx.storeId} and id = ${id}`);
    if (edit === undefined) throw notFound("bulk edit");
    const rows = await tx.rows<Row>(sql`
      select i.position, i.product_id as "productId", p.name as "productName", i.variant_id as "variantId",
        v.name as "variantName", v.sku, i.field, i.before, i.after, i.state, i.reason
      from shop.bulk_edit_items i
      join shop.products p on p.store_id = i.store_id and p.id = i.product_id
      left join shop.variants v on v.store_id = i.store_id and v.id = i.variant_id
      where ${joinSql(conditions, " and ")} order by i.position limit ${limit + 1}`);
    const wire = (value: Value) => toWire(value, ctx.store.currency, edit.location);
    const items = rows.slice(0, limit).map((row) =>
      Object.assign(row, {
        before: wire(row.before),
        after: row.after === null ? null : wire(row.after),
      }),
    );
    return { items, limit, next: rows.length > limit ? (items.at(-1)?.position ?? null) : null };
  });
}

function toWire(value: Value, currency: string, location: string): BulkValue {
  if ("price" in value)
    return {
      price: toMajor(value.price, currency),
      regularPrice: value.regularPrice === null ? null : toMajor(value.regularPrice, currency),
    };
  if ("onHand" in value) return { location, onHand: value.onHand };
  if ("status" in value)
    return {
      status: value.status,
      publishedAt: value.publishedAt === null ? null : new Date(value.publishedAt).toISOString(),
    };
  return value;
}
