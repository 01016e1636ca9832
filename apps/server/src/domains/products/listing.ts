import type { LanguageCode } from "@vetrina/contract/enumerations";
import type { ProductSort } from "@vetrina/contract/product-inputs";
import { joinSql, type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { ofFacetSets } from "../collections/collection-rule.ts";
import { bandStarts, type Chosen } from "./facets.ts";
import { type CountedSet, readCountedSets, type ValueLabel } from "./facet-sets.ts";
import { type Cursor, orders } from "./list-order.ts";

export type Listing = {
  ids: string[];
  /** Where the page ends; null on the last one, and for what has no sort of its own to go on from. */
  end: Cursor | null;
  /** What matches but for the facets chosen, by facet set and price band. */
  counted: CountedSet[];
  labels: ValueLabel[];
};

export type SearchInput = {
  /** Of search-terms.ts. */
  terms: readonly string[];
  starts: readonly string[];
  sku: string;
  /** That of the originals, and the one that is asked for; null: the originals' alone. */
  languages: { own: LanguageCode; asked: LanguageCode | null };
  /** Where words in other languages are: see read-product.ts. */
  translated: Sql;
  /** Conditions on p of collections that are called so. */
  collections: readonly Sql[];
};

export type ListingInput = {
  /** What p is chosen from: see read-product.ts. */
  source: Sql;
  storeId: string;
  currency: string;
  /** Conditions on p beside the facets: collection, sale, link. */
  conditions: readonly Sql[];
  search: SearchInput | null;
  chosen: Chosen;
  /** null: by likeness, or in ownOrder. */
  sort: ProductSort | null;
  /** The order where there is no sort, on p. */
  ownOrder: Sql | null;
  /** Goes on from here; page is not looked at then. */
  after: Cursor | null;
  page: number;
  limit: number;
};

const mostSuggested = 300;
/** Products that a collection's name finds. */
const mostOfCollection = 1000;

type Row = { shown: [id: string, value: string][]; counts: string | null; labels: ValueLabel[] };

/** One page of the ids that match, and what facets count: one statement. */
export async function readListing(from: Queryable, input: ListingInput): Promise<Listing> {
  const row = await from.row<Row>(listingQuery(input));
  const shown = row?.shown.slice(0, input.limit) ?? [];
  const [id, value] = shown.at(-1) ?? [];
  const goesOn = input.sort !== null && (row?.shown.length ?? 0) > input.limit;
  return {
    ids: shown.map(([id]) => id),
    end: goesOn && id !== undefined && value !== undefined ? { id, value } : null,
    counted: await readCountedSets(from, input.storeId, row?.counts ?? ""),
    labels: row?.labels ?? [],
  };
}

/**
 * Counts are of facet sets, "set,count in the first band,in the second,…": read in the order of an index, and what each
 * facet counts of them is decided in facets.ts. A plain list's page comes from the sort's index; what a search finds is
 * looked for once.
 */
export function listingQuery(input: ListingInput): Sql {
  const { source, storeId, search, sort, after, limit } = input;
  const where = joinSql([sql`p.store_id = ${storeId}`, ...input.conditions], " and ");
  const matching = search === null ? sql`${source} p where ${where}` : sql`found p where true`;
  const before =
    search === null ? sql`` : sql`found as materialized (${searched(input, search, where)}),`;
  const rest = sort === null || after === null ? [] : [orders[sort].after(after)];
  const shown = joinSql([matching, ...choiceOf(input), ...rest], " and ");
  const skipped = after === null ? (input.page - 1) * limit : 0;
  return sql`
    with ${before} counted as (
      select concat_ws(',', p.facet_set, ${joinSql(countsByBand(input.currency), ", ")}) as counts
      from ${matching} group by p.facet_set
    )
    select (select string_agg(counts, ',') from counted) as counts,
      (select coalesce(json_agg(json_build_array(s.id, s.value)), '[]') from (
        select p.id, ${sort === null ? sql`''` : orders[sort].value} as value from ${shown}
        order by ${orderOf(input)} limit ${limit + 1} offset ${skipped}) s) as shown,
      (select coalesce(json_agg(json_build_object('facet', v.facet, 'value', v.value, 'label', v.label, 'swatch', v.swatch)), '[]')
        from catalogue.facet_values v where v.store_id = ${storeId}) as labels`;
}

/** The condition on a product p of `source` that the search finds it. */
export function foundBy(source: Sql, storeId: string, search: SearchInput): Sql {
  const where = sql`p.store_id = ${storeId}`;
  return sql`p.id in (select f.id from (${searched({ source, storeId }, search, where)}) f)`;
}

/** Ids of what the search finds, the likeliest first, among some hundreds: half of a store begins with a letter. */
export function bestFound(
  { source, storeId }: Pick<ListingInput, "source" | "storeId">,
  search: SearchInput,
  limit: number,
): Sql {
  const where = sql`p.store_id = ${storeId}`;
  return sql`select f.id from (${searched({ source, storeId }, search, where, mostSuggested)}) f
    order by f.rank desc, f.published_at desc, f.id limit ${limit}`;
}

/** Originals that match, translations that match, and what stands in collections that are called so; each product once. */
function searched(
  { source, storeId }: Pick<ListingInput, "source" | "storeId">,
  search: SearchInput,
  where: Sql,
  most: number | null = null,
): Sql {
  const { terms, starts, sku, languages, translated } = search;
  const { own, asked } = languages;
  const known = asked === null ? [own] : [own, asked];
  const stop = most === null ? sql`` : sql` limit ${most}`;
  const query = sql`(catalogue.search_query(${known}::text[], ${terms}::text[], ${starts}::text[]) || ${sku}::tsquery)`;
  const columns = sql`p.id, p.store_id, p.link, p.facet_set, p.price_minor, p.published_at, p.name`;
  const found = sql`select ${columns}, ts_rank(p.search, ${query}) as rank from ${source} p where ${where} and p.search @@ ${query}`;
  if (asked === null && search.collections.length === 0) return sql`${found}${stop}`;
  const parts = [found];
  if (asked !== null) {
    parts[0] = sql`${found} and not exists (select from ${translated} t
      where t.store_id = p.store_id and t.product_id = p.id and t.language_code = ${asked})`;
    parts.push(sql`select ${columns}, ts_rank(t.search, ${query}) as rank from ${translated} t
      join ${source} p on p.store_id = t.store_id and p.id = t.product_id
      where t.store_id = ${storeId} and t.language_code = ${asked} and t.search @@ ${query} and ${where}`);
  }
  for (const [at, part] of parts.entries()) parts[at] = sql`(${part}${stop})`;
  for (const condition of search.collections)
    parts.push(sql`(select ${columns}, 0::real as rank from ${source} p where ${where} and ${condition}
      order by p.published_at desc, p.id limit ${mostOfCollection})`);
  return sql`select distinct on (p.id) p.* from (${joinSql(parts, " union all ")}) p order by p.id, p.rank desc`;
}

// Several counts of each group, where a second thing to group by would have to be sorted or hashed.
function countsByBand(currency: string): Sql[] {
  const starts = bandStarts(currency);
  return [0, ...starts].map((start, band) => {
    const next = starts[band];
    return next === undefined
      ? sql`count(*) filter (where p.price_minor >= ${start}::int)`
      : sql`count(*) filter (where p.price_minor >= ${start}::int and p.price_minor < ${next}::int)`;
  });
}

/** What the chosen facets ask of p: of its facet set, and of its price. */
export function choiceOf({
  chosen,
  storeId,
  currency,
}: Pick<ListingInput, "chosen" | "storeId" | "currency">): Sql[] {
  const { category, department, price, size, color } = chosen;
  const ofSet: Sql[] = [];
  if (category !== null) ofSet.push(sql`s.category = any(${category}::text[])`);
  if (department !== null) ofSet.push(sql`s.department = any(${department}::text[])`);
  if (size !== null) ofSet.push(sql`s.sizes && ${size}::text[]`);
  if (color !== null) ofSet.push(sql`s.colors && ${color}::text[]`);
  return [
    ...(ofSet.length === 0 ? [] : [ofFacetSets(storeId, ofSet)]),
    ...(price === null
      ? []
      : [sql`width_bucket(p.price_minor, ${bandStarts(currency)}::int[]) = any(${price}::int[])`]),
  ];
}

function orderOf({ sort, search, ownOrder }: ListingInput): Sql {
  if (sort !== null) return orders[sort].order;
  return search === null
    ? (ownOrder ?? orders.newest.order)
    : sql`p.rank desc, ${orders.newest.order}`;
}
