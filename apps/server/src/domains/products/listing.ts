import type { ProductSort } from "@vetrina/contract/products";
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
 * base is what facets count in; each value is counted with every facet's choice but its own. A plain list's page is
 * taken from the sort's index; a search's from what it found.
 */
export function listingQuery(input: ListingInput): Sql {
  const { source, storeId, chosen, search, page, limit } = input;
  const query =
    search === null
      ? null
      : sql`(to_tsquery('english', ${tsqueryText(search.words, search.instead)}) || ${skuText(search.words)}::tsquery)`;
  const where = joinSql(
    [
      sql`p.store_id = ${storeId}`,
      ...input.conditions,
      ...(query === null ? [] : [sql`p.search @@ ${query}`]),
    ],
    " and ",
  );
  const ids =
    query === null
      ? sql`select p.id from ${source} p where ${where} and ${matches(chosen, input.currency)}
          order by ${order(input, null)} limit ${limit} offset ${(page - 1) * limit}`
      : sql`select p.id from marked p where p.fc and p.fd and p.fp and p.fs and p.fl
          order by ${order(input, sql`p.rank`)} limit ${limit} offset ${(page - 1) * limit}`;
  const found =
    query === null
      ? sql``
      : sql`, p.published_at, p.name, p.link, p.store_id, ts_rank(p.search, ${query}) as rank`;
  return sql`
    with base as (
      select p.id, p.category, p.department, p.price_minor, p.colors, p.sizes ${found}
      from ${source} p where ${where}
    ), marked as materialized (
      select p.*, width_bucket(p.price_minor, ${bandStarts(input.currency)}::int[]) as band, ${marks(chosen, input.currency)} from base p
    ), counted as (
      select 'category' as facet, category as value, count(*) filter (where fd and fp and fs and fl)::int as count
      from marked where category is not null group by category
      union all
      select 'department', department, count(*) filter (where fc and fp and fs and fl)::int
      from marked where department is not null group by department
      union all
      select 'price', band::text, count(*) filter (where fc and fd and fs and fl)::int from marked group by band
      union all
      select 'size', size, count(*) filter (where fc and fd and fp and fl)::int
      from marked, unnest(sizes) size group by size
      union all
      select 'color', color, count(*) filter (where fc and fd and fp and fs)::int
      from marked, unnest(colors) color group by color
    )
    select (select count(*)::int from marked where fc and fd and fp and fs and fl) as total,
      array(${ids}) as ids,
      coalesce((select json_agg(json_build_object('facet', c.facet, 'value', c.value, 'count', c.count,
          'label', v.label, 'swatch', v.swatch))
        from counted c left join catalogue.facet_values v on v.store_id = ${storeId} and v.facet = c.facet and v.value = c.value),
        '[]') as facets`;
}

// Every facet stands in the statement whether it is chosen or not: one statement for all choices.
function conditionsOf(chosen: Chosen, currency: string) {
  const band = sql`width_bucket(p.price_minor, ${bandStarts(currency)}::int[])`;
  return {
    fc: sql`(${chosen.category}::text[] is null or p.category = any(${chosen.category}::text[]))`,
    fd: sql`(${chosen.department}::text[] is null or p.department = any(${chosen.department}::text[]))`,
    fp: sql`(${chosen.price}::int[] is null or ${band} = any(${chosen.price}::int[]))`,
    fs: sql`(${chosen.size}::text[] is null or p.sizes && ${chosen.size}::text[])`,
    fl: sql`(${chosen.color}::text[] is null or p.colors && ${chosen.color}::text[])`,
  };
}

function matches(chosen: Chosen, currency: string): Sql {
  return joinSql(Object.values(conditionsOf(chosen, currency)), " and ");
}

function marks(chosen: Chosen, currency: string): Sql {
  const { fc, fd, fp, fs, fl } = conditionsOf(chosen, currency);
  // A product without a category or department is in none: never null, so that filters stay two-valued.
  return sql`coalesce(${fc}, false) as fc, coalesce(${fd}, false) as fd, ${fp} as fp, ${fs} as fs, ${fl} as fl`;
}

function order({ sort, ownOrder }: ListingInput, rank: Sql | null): Sql {
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
