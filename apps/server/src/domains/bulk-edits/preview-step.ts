import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { pace } from "../../platform/event-loop/pace.ts";
import { mainLocation } from "../inventory/levels.ts";
import { type LockedEdit, moveOn } from "./bulk-edits.ts";
import { insertItems, maxBytes, momentSql, type StepSize } from "./items.ts";
import { itemPlanner, type PlannedItem, type ProductBefore, type VariantBefore } from "./rules.ts";

/**
 * Plans the items of the next products of a locked edit from their current values. After the last product, sets the
 * edit to READY.
 */
export async function previewStep(
  ctx: Context,
  tx: Transaction,
  edit: LockedEdit,
  size: StepSize,
): Promise<void> {
  const slice = await nextProducts(tx, edit, size);
  const found = await readProducts(tx, slice);
  const ofProducts = Map.groupBy(await readVariants(tx, edit, slice), (one) => one.productId);
  const planItems = itemPlanner(edit.change, ctx.store.currency);
  const items: PlannedItem[] = [];
  for (const product of found) {
    await pace();
    items.push(...planItems(product, ofProducts.get(product.id) ?? []));
  }
  await insertItems(tx, edit, items);
  const worked = edit.worked + slice.length;
  await tx.run(sql`
    update shop.bulk_edits set worked = ${worked} where store_id = ${tx.storeId} and id = ${edit.id}`);
  if (worked === edit.productCount) await moveOn(tx, edit.id, "READY");
}

async function nextProducts(
  tx: Transaction,
  { id, worked }: LockedEdit,
  size: StepSize,
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    with slice as (
      select s.id, s.place, coalesce((select octet_length(array_to_string(p.tags, ' ')) from shop.products p
          where p.store_id = ${tx.storeId} and p.id = s.id), 0) as bytes, (select count(*) from shop.variants v
        where v.store_id = ${tx.storeId} and v.product_id = s.id and v.deleted_at is null) as variants
      from shop.bulk_edits e,
        unnest(e.product_ids[${worked + 1}::int:${worked + size.products}::int]) with ordinality s (id, place)
      where e.store_id = ${tx.storeId} and e.id = ${id}
    )
    select id from (
      select id, place, sum(variants) over (order by place) - variants as before, sum(bytes) over (order by place) - bytes as bytes_before
      from slice) s
    where before < ${size.variants} and bytes_before < ${maxBytes} order by place`);
  return rows.map((row) => row.id);
}

function readProducts(tx: Transaction, ids: readonly string[]): Promise<ProductBefore[]> {
  return tx.rows<ProductBefore>(sql`
    select p.id, p.status, ${momentSql(sql`p.published_at`)} as "publishedAt", to_json(p.tags) as tags, p.category from shop.products p
    where p.store_id = ${tx.storeId} and p.id = any(${ids}::uuid[]) and p.deleted_at is null order by p.id`);
}

function readVariants(
  tx: Transaction,
  { id, change }: LockedEdit,
  productIds: readonly string[],
): Promise<VariantBefore[]> {
  const location = change.stock?.location ?? mainLocation;
  return tx.rows<VariantBefore>(sql`
    with chosen as materialized (
      select lower(o.key) as key, (select coalesce(jsonb_object_agg(lower(c), true), '{}') from jsonb_array_elements_text(o.value) c) as values
      from shop.bulk_edits e, jsonb_each(e.selection -> 'options') o where e.store_id = ${tx.storeId} and e.id = ${id}
    )
    select v.id, v.product_id as "productId", v.price_minor as price, v.regular_price_minor as "regularPrice",
      coalesce(l.on_hand, 0) as "onHand", coalesce(l.reserved, 0) as reserved, coalesce(l.min_available, 0) as "leastAvailable"
    from shop.variants v
    left join shop.inventory_levels l on l.store_id = v.store_id and l.variant_id = v.id and l.location = ${location}
    join shop.bulk_edits e on e.store_id = v.store_id and e.id = ${id}
    where v.store_id = ${tx.storeId} and v.product_id = any(${productIds}::uuid[]) and v.deleted_at is null
      and (e.variant_ids is null or v.id = any(e.variant_ids))
      and not exists (select from chosen
        where not exists (select from jsonb_each_text(v.options) own
          where lower(own.key) = chosen.key and chosen.values ? lower(own.value)))
    order by v.product_id, v.position, v.id`);
}
