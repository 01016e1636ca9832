import type { ProductSort } from "@vetrina/contract/catalogue/product-inputs";
import { joinSql, type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { ofFacetSets } from "../collections/collection-rule.ts";
import { bandsOf, bandStarts, bandSteps, type Chosen, inBands, setChoice } from "./facets.ts";
import {
  addBands,
  type ListingCounts,
  maxLabels,
  maxSets,
  readCountedSets,
  type ValueLabel,
} from "./facet-sets.ts";
import { type Cursor, orders } from "./list-order.ts";
import { type SearchInput, searched } from "./found-products.ts";

export type Listing = {
  ids: string[];
  /**
   * The last row, after which the next page starts. Null on the last page, and in lists without a sort order that a
   * cursor can continue.
   */
  end: Cursor | null;
} & ListingCounts;

export type ListingInput = {
  /** The products p: a table or a subquery in parentheses. */
  source: Sql;
  storeId: string;
  currency: string;
  /** Conditions on p other than facets, such as collection, sale or link. */
  conditions: readonly Sql[];
  /** A query that returns the ids to choose from, or null for all products. Used once per statement. */
  members: Sql | null;
  /** Precomputed counts p (shop.list_counts) with their conditions, or null to count the products themselves. */
  counts: { source: Sql; conditions: readonly Sql[] } | null;
  search: SearchInput | null;
  chosen: Chosen;
  /** null sorts a search by relevance, and any other list by ownOrder. */
  sort: ProductSort | null;
  /** The order on p if `sort` is null. */
  ownOrder: Sql | null;
  /** Continues after this cursor and ignores `page`. */
  after: Cursor | null;
  page: number;
  limit: number;
};

/** Pages beyond this offset are read only after the products have been counted. */
const far = 500;

type Row = {
  shown: [id: string, value: string][];
  counts: string | null;
  /** The number of all facet sets, followed by the number of their products in each price band. */
  sums: number[];
  labels: ValueLabel[] | null;
};

/**
 * Reads one page of matching ids with the facets' counts. A numbered page beyond `far` is read by a second statement,
 * except in a search or in a collection's own order.
 */
export async function readListing(from: Queryable, input: ListingInput): Promise<Listing> {
  const skipped = skippedBy(input);
  const isFar = input.sort !== null && input.search === null && skipped > far;
  const row = await from.row<Row>(listingQuery(input, isFar ? null : firstPart(input)));
  const counts = await countsFrom(from, input, row);
  const rows = isFar
    ? await readFar(from, input, inBands(counts.bands, input.chosen) - skipped)
    : (row?.shown ?? []);
  return { ...pageFrom(input, rows), ...counts };
}

/** Reads only the facets' counts, not a page of products. */
export async function readCounts(from: Queryable, input: ListingInput): Promise<ListingCounts> {
  return countsFrom(from, input, await from.row<Row>(listingQuery(input, null)));
}

/** Reads one page of matching ids when their total is already known. */
export async function readPage(
  from: Queryable,
  input: ListingInput,
  total: number,
): Promise<Pick<Listing, "ids" | "end">> {
  const skipped = skippedBy(input);
  const rows =
    input.sort !== null && skipped > far
      ? await readFar(from, input, total - skipped)
      : await readPart(from, input, firstPart(input));
  return pageFrom(input, rows);
}

function skippedBy({ after, page, limit }: ListingInput): number {
  return after === null ? (page - 1) * limit : 0;
}

function firstPart(input: ListingInput): Part {
  return { order: orderOf(input), limit: input.limit + 1, skipped: skippedBy(input) };
}

function pageFrom({ limit, sort }: ListingInput, rows: Row["shown"]): Pick<Listing, "ids" | "end"> {
  const shown = rows.slice(0, limit);
  const [id, value] = shown.at(-1) ?? [];
  const goesOn = sort !== null && rows.length > limit;
  return {
    ids: shown.map(([id]) => id),
    end: goesOn && id !== undefined && value !== undefined ? { id, value } : null,
  };
}

async function countsFrom(
  from: Queryable,
  input: ListingInput,
  row: Row | undefined,
): Promise<ListingCounts> {
  const { storeId, chosen } = input;
  const counted = await readCountedSets(from, storeId, row?.counts ?? "", row?.sums ?? [], chosen);
  // If sets were left out, only the database can apply the chosen facets to them.
  const bands =
    counted.leftOut > 0 && setChoice(chosen).length > 0
      ? await readBands(from, input)
      : addBands(bandsOf(counted.sets, chosen), counted.otherBands);
  return { counted, bands, labels: row?.labels ?? null };
}

async function readBands(from: Queryable, input: ListingInput): Promise<readonly number[]> {
  const row = await from.row<Pick<Row, "sums">>(sql`
    with ${counting(input, setConditions(input))} select ${sumsOf()} as sums`);
  return row?.sums.slice(1) ?? [];
}

/**
 * Reads a page beyond `far`. `left` is the number of products from the page's first row to the end of the list. Reads
 * backward from the end if that is closer.
 */
async function readFar(from: Queryable, input: ListingInput, left: number): Promise<Row["shown"]> {
  if (left <= 0 || input.sort === null) return [];
  const { order, reversed } = orders[input.sort];
  const skipped = skippedBy(input);
  const size = Math.min(input.limit + 1, left);
  const isNearEnd = left - size < skipped;
  const part = isNearEnd
    ? { order: reversed, limit: size, skipped: left - size }
    : { order, limit: size, skipped };
  const rows = await readPart(from, input, part);
  return isNearEnd ? rows.toReversed() : rows;
}

async function readPart(from: Queryable, input: ListingInput, part: Part): Promise<Row["shown"]> {
  const row = await from.row<Pick<Row, "shown">>(
    sql`${input.members === null ? sql`` : sql`with ${membersIn(input.members)}`} select ${pageOf(input, part)} as shown`,
  );
  return row?.shown ?? [];
}

type Part = { order: Sql; limit: number; skipped: number };

/**
 * Returns SQL for a page and its counts. The counts are text, "set,count in the first band,in the second,…", from which
 * facets.ts counts each facet. They are precomputed, or counted from the products. A search is run once and its matches
 * are materialized for both.
 */
export function listingQuery(
  input: ListingInput,
  part: Part | null = { order: orderOf(input), limit: input.limit + 1, skipped: 0 },
): Sql {
  const { storeId } = input;
  return sql`
    with ${counting(input)}
    select (select string_agg(concat_ws(',', c.facet_set, ${joinSql(bandColumns(), ", ")}), ',' order by c.products desc, c.facet_set)
        from (select * from counted order by products desc, facet_set limit ${maxSets}) c) as counts,
      ${sumsOf()} as sums,
      ${part === null ? sql`'[]'::json` : pageOf(input, part)} as shown,
      (select case when count(*) <= ${maxLabels} then
          coalesce(json_agg(json_build_object('facet', v.facet, 'value', v.value, 'label', v.label, 'swatch', v.swatch)), '[]') end
        from (select * from catalogue.facet_values v where v.store_id = ${storeId} limit ${maxLabels + 1}) v) as labels`;
}

/**
 * Returns the CTEs that count, by facet set, the products that match everything but the chosen facets. `also` adds
 * conditions.
 */
function counting(input: ListingInput, also: readonly Sql[] = []): Sql {
  const { search, members } = input;
  const before =
    search === null
      ? sql``
      : sql`found as materialized (${searched(input, search, allOf(input), { isRanked: input.sort === null })}),`;
  return sql`${members === null ? sql`` : sql`${membersIn(members)},`} ${before} counted as (${countedOf(input, also)})`;
}

function countedOf(input: ListingInput, also: readonly Sql[]): Sql {
  const { storeId, search, counts, currency } = input;
  if (search !== null || counts === null)
    return sql`select p.facet_set, count(*) as products, ${joinSql(named(countsByBand(currency)), ", ")}
      from ${joinSql([matching(input), ...also], " and ")} group by p.facet_set`;
  const where = joinSql([sql`p.store_id = ${storeId}`, ...counts.conditions, ...also], " and ");
  return sql`select p.facet_set, sum(p.products) as products, ${joinSql(named(sumsByBand(currency)), ", ")}
    from ${counts.source} p where ${where} group by p.facet_set having sum(p.products) > 0`;
}

/**
 * Returns SQL for the JSON array [number of facet sets, products in the first band, in the second, …] of all counted
 * rows.
 */
function sumsOf(): Sql {
  const sums = bandColumns().map((column) => sql`coalesce(sum(${column}), 0)`);
  return sql`(select json_build_array(count(*), ${joinSql(sums, ", ")}) from counted c)`;
}

/** Must have as many columns as priceBands has bands. */
const bandNames = [sql`band_1`, sql`band_2`, sql`band_3`, sql`band_4`];

function named(counts: readonly Sql[]): Sql[] {
  return counts.map((count, band) => sql`${count} as ${bandNames[band] ?? sql``}`);
}

function bandColumns(): Sql[] {
  return bandNames.map((name) => sql`c.${name}`);
}

/** Returns SQL for the JSON array [[id, sort value], …] of the page, in sort order. */
function pageOf(input: ListingInput, { order, limit, skipped }: Part): Sql {
  const { sort, after } = input;
  const rest = sort === null || after === null ? [] : [orders[sort].after(after)];
  const shown = joinSql([matching(input), ...choiceOf(input), ...rest], " and ");
  const { key, value } = sort === null ? { key: sql`''`, value: sql`s.key` } : orders[sort];
  return sql`(select coalesce(json_agg(json_build_array(s.id, ${value})), '[]') from (
    select p.id, ${key} as key from ${shown} order by ${order} limit ${limit} offset ${skipped}) s)`;
}

/** Returns the SQL after FROM that selects the products that match everything but the chosen facets: "… p where …". */
function matching(input: ListingInput): Sql {
  return input.search === null
    ? sql`${input.source} p where ${allOf(input)}`
    : sql`found p where true`;
}

function allOf({ storeId, conditions, members }: ListingInput): Sql {
  const among = members === null ? [] : [sql`p.id in (select m.id from members m)`];
  return joinSql([sql`p.store_id = ${storeId}`, ...conditions, ...among], " and ");
}

function membersIn(members: Sql): Sql {
  return sql`members as materialized (${members})`;
}

// One column per band. Grouping by the band as well would require sorting or hashing.
function countsByBand(currency: string): Sql[] {
  return eachBand(sql`p.price_minor`, bandStarts(currency)).map(
    (within) => sql`count(*) filter (where ${within})`,
  );
}

function sumsByBand(currency: string): Sql[] {
  return eachBand(sql`p.step`, bandSteps(currency)).map(
    (within) => sql`coalesce(sum(p.products) filter (where ${within}), 0)`,
  );
}

function eachBand(value: Sql, starts: readonly number[]): Sql[] {
  return [0, ...starts].map((start, band) => {
    const next = starts[band];
    return next === undefined
      ? sql`${value} >= ${start}::int`
      : sql`${value} >= ${start}::int and ${value} < ${next}::int`;
  });
}

type Choice = Pick<ListingInput, "chosen" | "storeId" | "currency">;

/** Returns the conditions on p for the chosen facets: on its facet set, and on its price. */
export function choiceOf(choice: Choice): Sql[] {
  const { price } = choice.chosen;
  const starts = bandStarts(choice.currency);
  return [
    ...setConditions(choice),
    ...(price === null
      ? []
      : [sql`width_bucket(p.price_minor, ${starts}::int[]) = any(${price}::int[])`]),
  ];
}

function setConditions({ chosen, storeId }: Choice): Sql[] {
  const { category, department, size, color } = chosen;
  const ofSet: Sql[] = [];
  if (category !== null) ofSet.push(sql`s.category = any(${category}::text[])`);
  if (department !== null) ofSet.push(sql`s.department = any(${department}::text[])`);
  if (size !== null) ofSet.push(sql`s.sizes && ${size}::text[]`);
  if (color !== null) ofSet.push(sql`s.colors && ${color}::text[]`);
  return ofSet.length === 0 ? [] : [ofFacetSets(storeId, ofSet)];
}

function orderOf({ sort, search, ownOrder }: ListingInput): Sql {
  if (sort !== null) return orders[sort].order;
  return search === null
    ? (ownOrder ?? orders.newest.order)
    : sql`p.rank desc, ${orders.newest.order}`;
}
