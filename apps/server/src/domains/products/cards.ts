import type { ProductCard } from "@vetrina/contract/products";
import type { Context } from "../../platform/context.ts";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { type CardRow, cardToWire } from "./to-wire.ts";

/** The cards of these products in this order; ids that `source` does not hold are left out. One statement. */
export async function readCards(
  ctx: Context,
  from: Queryable,
  source: Sql,
  ids: readonly string[],
): Promise<ProductCard[]> {
  if (ids.length === 0) return [];
  const rows = await from.rows<CardRow>(cardsQuery(source, ctx.store.id, ids));
  return rows.map((row) => cardToWire(row, ctx.store));
}

/** Pictures: the first of each color, and one more view. */
export function cardsQuery(source: Sql, storeId: string, ids: readonly string[]): Sql {
  return sql`
    with picked as (select id, at from unnest(${ids}::uuid[]) with ordinality as t (id, at)),
    stocked as (
      select v.product_id, sum(greatest(v.stock, 0))::int as stock, json_agg(v.options) as sold
      from catalogue.variants v where v.store_id = ${storeId} and v.product_id = any(${ids}::uuid[])
      group by v.product_id
    ), ranked as (
      select i.*, row_number() over (partition by i.product_id, i.color order by i.position) as of_color
      from catalogue.images i where i.store_id = ${storeId} and i.product_id = any(${ids}::uuid[])
    ), shown as (
      select r.*, row_number() over (partition by r.product_id, r.of_color = 1 order by r.position) as more from ranked r
    ), pictured as (
      select product_id, json_agg(json_build_object('id', id, 'key', key, 'remote_url', remote_url, 'alt', alt,
        'width', width, 'height', height, 'widths', widths, 'color', color) order by position) as images
      from shown where of_color = 1 or more = 1 group by product_id
    )
    select p.id, p.link, p.name, p.category, p.department, p.status, p.price_minor, p.regular_price_minor,
      p.highest_price_minor, p.rating_sum, p.rating_count, p.options, p.created_at, p.published_at,
      coalesce(s.stock, 0) as stock, coalesce(s.sold, '[]') as sold, coalesce(i.images, '[]') as images
    from picked
    join ${source} p on p.store_id = ${storeId} and p.id = picked.id
    left join stocked s on s.product_id = p.id
    left join pictured i on i.product_id = p.id
    order by picked.at`;
}
