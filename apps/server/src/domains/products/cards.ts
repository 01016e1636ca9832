import type { LanguageCode } from "@vetrina/contract/enumerations";
import type { ProductCard } from "@vetrina/contract/products";
import type { Context } from "../../platform/context.ts";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { translate } from "../languages/translate.ts";
import { type CardChoice, type CardRow, cardToWire, noChoice } from "./card-to-wire.ts";

/**
 * The cards of these products in this order, showing what was chosen; ids that `source` does not hold are left out. One
 * statement.
 */
export async function readCards(
  ctx: Context,
  from: Queryable,
  source: Sql,
  ids: readonly string[],
  language?: LanguageCode,
  choice: CardChoice = noChoice,
): Promise<ProductCard[]> {
  if (ids.length === 0) return [];
  const rows = await from.rows<CardRow>(cardsQuery(source, ctx.store.id, ids));
  const cards = rows.map((row) => cardToWire(row, ctx.store, choice));
  return translate(ctx, "PRODUCT", cards, language);
}

/**
 * Pictures: the first two of each color, of which the card takes what it shows. Everything beside the product is asked for
 * product by product, so that the plan is the same whatever the planner believes of a table that has just been filled.
 * Prices are the variants' and not those kept for lists, which follow the end of a sale a moment later.
 */
export function cardsQuery(source: Sql, storeId: string, ids: readonly string[]): Sql {
  return sql`
    select p.id, p.link, p.name, p.category, p.department, p.status,
      coalesce(v.lowest, p.price_minor) as price_minor,
      case when v.lowest is null then p.regular_price_minor else v.regular end as regular_price_minor,
      coalesce(v.highest, p.highest_price_minor) as highest_price_minor,
      case when v.is_reduced then p.sale_ends_at end as sale_ends_at, p.rating_sum, p.rating_count, p.options, p.created_at, p.published_at, v.stock, v.backorder, v.variants,
      coalesce((
        select json_agg(json_build_object('id', id, 'key', key, 'alt', alt, 'width', width, 'height', height,
          'widths', widths, 'color', color, 'kind', kind) order by position)
        from (
          select i.*, row_number() over (partition by i.color order by i.position) as of_color
          from catalogue.images i where i.store_id = p.store_id and i.product_id = p.id
        ) r where of_color <= 2), '[]') as images
    from unnest(${ids}::uuid[]) with ordinality as picked (id, at)
    join ${source} p on p.store_id = ${storeId} and p.id = picked.id
    cross join lateral (
      select min(v.price_minor) as lowest, max(v.price_minor) as highest,
        (array_agg(v.regular_price_minor order by v.price_minor, v.position))[1] as regular,
        bool_or(v.regular_price_minor is not null) as is_reduced,
        coalesce(sum(greatest(v.stock, 0)), 0)::int as stock,
        coalesce(sum(greatest(v.stock + v.backorder_limit, 0)), 0)::int as backorder, 
        coalesce(json_agg(json_build_object('slug', v.slug, 'options', v.options, 'price', v.price_minor, 'stock', v.stock,
          'backorder', v.backorder_limit) order by v.price_minor, v.position), '[]') as variants
      from catalogue.variants v where v.store_id = p.store_id and v.product_id = p.id
    ) v
    order by picked.at`;
}
