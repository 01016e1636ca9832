import type { ProductSort } from "@vetrina/contract/product-inputs";
import { joinSql, type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { bandStarts, type Chosen, type FacetRow } from "./facets.ts";
import { skuText, tsqueryText } from "./search-terms.ts";

export type Listing = { total: number; ids: string[]; facets: FacetRow[] };

export type ListingInput = {
  /** What p is chosen from: see read-product.ts. */
  source: Sql;
  storeId: string;
  currency: string;
  /** Conditions on p beside the facets: collection, sale, link. */
  conditions: readonly Sql[];
  search: { words: readonly string[]; instead?: ReadonlyMap<string, string> } | null;
  chosen: Chosen;
  sort: ProductSort | undefined;
  /** The order where no sort is asked for, on p. */
  ownOrder: Sql | null;
  page: number;
  limit: number;
};

/** How many match, one page of their ids, and the facets' counts: one statement. */
export async function readListing(from: Queryable, input: ListingInput): Promise<Listing> {
  const row = await from.row<Listing>(listingQuery(input));
  return row ?? { total: 0, ids: [], facets: [] };
}

/**
 * base is what facets count in: its products are first put together by what facets ask of them (kinds), so that a value is
 * counted over few rows, with every facet's choice but its own. A plain list's page comes from the sort's index, any
 * other from base.
 */
export function listingQuery(input: ListingInput): Sql {
  const { source, storeId, chosen, search, page, limit } = input;
  const query =
    search === null
      ? null
      : sql`(to_tsquery('english', ${tsqueryText(search.words, search.instead)}) || ${skuText(search.words)}::tsquery)`;
  const conditions = [sql`p.store_id = ${storeId}`, ...input.conditions];
  if (query !== null) conditions.push(sql`p.search @@ ${query}`);
  const where = joinSql(conditions, " and ");
  const rank = query === null ? sql`0` : sql`ts_rank(p.search, ${query})`;
  const plain = query === null && Object.values(chosen).every((values) => values === null);
  const kept = plain
    ? sql``
    : sql`, p.id, p.published_at, p.name, p.link, p.store_id, p.price_minor, ${rank} as rank`;
  const order = orderOf(input, query === null ? null : sql`p.rank`);
  const rest = sql`order by ${order} limit ${limit} offset ${(page - 1) * limit}`;
  const ids = plain
    ? sql`select p.id from ${source} p where ${where} ${rest}`
    : sql`select p.id from base p where ${joinSql(Object.values(conditionsOf(chosen)), " and ")} ${rest}`;
  return sql`
    with base as (
      select p.category, p.department, width_bucket(p.price_minor, ${bandStarts(input.currency)}::int[]) as band,
        p.sizes, p.colors ${kept}
      from ${source} p where ${where}
    ), kinds as (
      select category, department, band, sizes, colors, count(*)::int as n from base group by 1, 2, 3, 4, 5
    ), marked as materialized (
      select p.*, ${marks(chosen)} from kinds p
    ), counted as (
      select 'category' as facet, category as value, sum(n) filter (where fd and fp and fs and fl) as count
      from marked where category is not null group by category
      union all
      select 'department', department, sum(n) filter (where fc and fp and fs and fl)
      from marked where department is not null group by department
      union all
      select 'price', band::text, sum(n) filter (where fc and fd and fs and fl) from marked group by band
      union all
      select 'size', size, sum(n) filter (where fc and fd and fp and fl) from marked, unnest(sizes) size group by size
      union all
      select 'color', color, sum(n) filter (where fc and fd and fp and fs) from marked, unnest(colors) color group by color
    )
    select (select coalesce(sum(n), 0)::int from marked where fc and fd and fp and fs and fl) as total,
      array(${ids}) as ids,
      coalesce((select json_agg(json_build_object('facet', c.facet, 'value', c.value, 'count', coalesce(c.count, 0),
          'label', v.label, 'swatch', v.swatch))
        from counted c left join catalogue.facet_values v on v.store_id = ${storeId} and v.facet = c.facet and v.value = c.value),
        '[]') as facets`;
}

// Every facet stands in the statement whether it is chosen or not: one statement for all choices.
function conditionsOf(chosen: Chosen) {
  return {
    fc: sql`(${chosen.category}::text[] is null or p.category = any(${chosen.category}::text[]))`,
    fd: sql`(${chosen.department}::text[] is null or p.department = any(${chosen.department}::text[]))`,
    fp: sql`(${chosen.price}::int[] is null or p.band = any(${chosen.price}::int[]))`,
    fs: sql`(${chosen.size}::text[] is null or p.sizes && ${chosen.size}::text[])`,
    fl: sql`(${chosen.color}::text[] is null or p.colors && ${chosen.color}::text[])`,
  };
}

// A product without a category or department is in none of them: a mark is never null.
function marks(chosen: Chosen): Sql {
  const { fc, fd, fp, fs, fl } = conditionsOf(chosen);
  return sql`coalesce(${fc}, false) as fc, coalesce(${fd}, false) as fd, ${fp} as fp, ${fs} as fs, ${fl} as fl`;
}

function orderOf({ sort, ownOrder }: ListingInput, rank: Sql | null): Sql {
  switch (sort) {
    case "newest":
      return sql`p.published_at desc, p.id`;
    case "price-low":
      return sql`p.price_minor, p.id`;
    case "price-high":
      return sql`p.price_minor desc, p.id desc`;
    case "name":
      return sql`lower(p.name), p.id`;
    case undefined:
      if (rank !== null) return sql`${rank} desc, p.published_at desc, p.id`;
      return ownOrder ?? sql`p.published_at desc, p.id`;
  }
}
