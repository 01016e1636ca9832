import type { LanguageCode } from "@vetrina/contract/enumerations";
import type { ProductCard } from "@vetrina/contract/catalogue/products";
import type { Context } from "../../platform/context.ts";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { translate } from "../languages/translate.ts";
import { type CardRow, cardToWire } from "./card-to-wire.ts";
import type { Chosen } from "./facets.ts";

/** Decides which variant a card shows: first by the filters, then by the colors named in the search. */
export type CardChoice = Pick<Chosen, "color" | "size"> & { searchedColors?: readonly string[] };

const noChoice: CardChoice = { color: null, size: null };

/** Limits per card. A list can have a hundred cards. */
const maxColors = 8;
const maxSizes = 24;
const maxImages = 7;

/**
 * Reads the cards of these products in this order, each showing the variant that matches the filters. Leaves out ids
 * that `source` does not contain. Runs one statement, and another one for translations.
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
  const rows = await from.rows<CardRow>(cardsQuery(source, ctx.store.id, ids, choice));
  const cards = rows.map((row) => cardToWire(row, ctx.store));
  return translate(ctx, "PRODUCT", cards, language);
}

/**
 * Returns SQL that reads only what cards show, because a product may have 500 variants and 200 colors. Lateral joins
 * make the plan independent of statistics, which are outdated after an import. Reads prices from variants, because the
 * products' own prices are updated only a moment after a sale ends.
 */
export function cardsQuery(
  source: Sql,
  storeId: string,
  ids: readonly string[],
  choice: CardChoice = noChoice,
): Sql {
  return sql`
    select p.id, p.link, p.name, p.category, p.department, p.status,
      coalesce(v.lowest, p.price_minor) as price_minor,
      case when v.lowest is null then p.regular_price_minor else v.regular end as regular_price_minor,
      coalesce(v.highest, p.highest_price_minor) as highest_price_minor,
      case when v.is_reduced then p.sale_ends_at end as sale_ends_at, p.rating_sum, p.rating_count, p.created_at, p.published_at,
      v.stock, v.backorder, v.shown ->> 'slug' as variant, coalesce(v.colors, '[]') as colors, v.color_count, v.sizes,
      ${imagesOf(sql`v.shown ->> 'color'`)} as images
    from unnest(${ids}::uuid[]) with ordinality as picked (id, at)
    join ${source} p on p.store_id = ${storeId} and p.id = picked.id
    cross join lateral (${ofVariants(choice)}) v
    order by picked.at`;
}

/**
 * Returns SQL for one row per product. Each color links to its cheapest available variant, preferably in a filtered
 * size. If none is available, it links to its cheapest variant.
 */
function ofVariants(choice: CardChoice): Sql {
  return sql`
    with v as materialized (
      select v.slug, v.price_minor, v.regular_price_minor, v.position, v.stock, v.backorder_limit as backorder,
        v.stock + v.backorder_limit > 0 as available, v.options ->> p.color_option as color, v.options ->> p.size_option as size,
        ${isChosen(sql`v.options ->> p.size_option`, choice.size)} as is_sized
      from catalogue.variants v where v.store_id = p.store_id and v.product_id = p.id
    ), best as (
      select distinct on (color collate "C") color, slug, available from v where color is not null
      order by color collate "C", available and is_sized desc, available desc, price_minor, position
    ), color as (
      select o.value ->> 'value' as value, o.value ->> 'swatch' as swatch, best.slug, best.available, o.at
      from jsonb_array_elements(${valuesOf(sql`p.color_option`)}) with ordinality o (value, at)
      join best on best.color = o.value ->> 'value'
    )
    select min(price_minor) as lowest, max(price_minor) as highest,
      (array_agg(regular_price_minor order by price_minor, position))[1] as regular,
      bool_or(regular_price_minor is not null) as is_reduced,
      coalesce(sum(greatest(stock, 0)), 0)::int as stock,
      coalesce(sum(greatest(stock + backorder, 0)), 0)::int as backorder,
      (select json_agg(json_build_object('value', value, 'swatch', swatch, 'variant', slug, 'available', available) order by at)
        from (select * from color order by at limit ${maxColors}) c) as colors,
      (select count(*)::int from color) as color_count,
      array(select o.value ->> 'value'
        from jsonb_array_elements(${valuesOf(sql`p.size_option`)}) with ordinality o (value, at)
        where o.value ->> 'value' in (select size from v) order by o.at limit ${maxSizes}) as sizes,
      (${shownOf(choice)}) as shown
    from v`;
}

function valuesOf(option: Sql): Sql {
  return sql`(select o -> 'values' from jsonb_array_elements(p.options) o where o ->> 'name' = ${option} limit 1)`;
}

function isChosen(value: Sql, chosen: readonly string[] | null): Sql {
  return chosen === null
    ? sql`true`
    : sql`coalesce(catalogue.facet_value(${value}) = any(${chosen}::text[]), false)`;
}

function shownOf({ color, size, searchedColors = [] }: CardChoice): Sql {
  if (color !== null) return variantIn(color);
  const shown = shownInSize(size);
  return searchedColors.length === 0
    ? shown
    : sql`select coalesce((${variantIn(searchedColors)}), (${shown}))`;
}

const shown = sql`select json_build_object('slug', slug, 'color', color) from v`;

function variantIn(colors: readonly string[]): Sql {
  return sql`${shown} where ${isChosen(sql`v.color`, colors)}
    order by available and is_sized desc, available desc, price_minor, position limit 1`;
}

/**
 * Returns SQL for the variant that a card shows if only sizes are filtered: an available one in the color of the first
 * picture if possible, else another available one, else a sold-out one.
 */
function shownInSize(size: CardChoice["size"]): Sql {
  if (size === null) return sql`select null::json`;
  const pictured = sql`(select i.color from catalogue.images i where i.store_id = p.store_id and i.product_id = p.id order by i.position limit 1)`;
  return sql`${shown} where is_sized
    order by available and v.color is not distinct from ${pictured} desc, available desc, price_minor, position limit 1`;
}

/**
 * Returns SQL for the first picture of each color and one additional picture. Pictures of the requested color come
 * first.
 */
function imagesOf(color: Sql): Sql {
  return sql`coalesce((
    select json_agg(json_build_object('id', id, 'key', key, 'alt', alt, 'width', width, 'height', height,
      'widths', widths, 'color', color, 'kind', kind) order by is_requested desc, position)
    from (
      select * from (
        select r.*, row_number() over (partition by r.of_color = 1 order by r.is_requested desc, r.position) as nth
        from (
          select i.*, coalesce(lower(i.color) = lower(${color}), false) as is_requested,
            row_number() over (partition by i.color order by i.position) as of_color
          from catalogue.images i where i.store_id = p.store_id and i.product_id = p.id
        ) r
      ) r where of_color = 1 or nth = 1 order by is_requested desc, position limit ${maxImages}
    ) r), '[]')`;
}
