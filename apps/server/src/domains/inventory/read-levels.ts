import type { InventoryLevel } from "@vetrina/contract/stock/inventory";
import type { Transaction } from "../../platform/context.ts";
import { joinSql, type Sql, sql } from "../../platform/database/sql.ts";
import { unknownCursor } from "../../platform/http/answers/time-cursor.ts";
import { readLevelCursor, writeLevelCursor } from "./level-cursor.ts";
import { type LevelRow, levelColumns, levelToWire } from "./queries.ts";

type Page = { page: number; limit: number; after?: string | undefined };
type List = {
  items: InventoryLevel[];
  page: number;
  limit: number;
  total: number;
  next: string | null;
};

/**
 * Conditions on a level l, its variant v and its product p. A list ordered by units contains only low levels.
 */
export type LevelFilter = { order: "name" | "units"; conditions: readonly Sql[] };

/** Where the previous page ended. */
type Last = {
  name: string;
  productId: string;
  position: number;
  variantId: string;
  location: string;
  units: number;
};

/** The highest number of levels that a list counts. */
export const maxCounted = 10_000;

const orders = {
  name: sql`lower(p.name), p.id, v.position, v.id, l.location`,
  units: sql`l.low_units, l.variant_id, l.location`,
};

// A view with the same condition as the table's policy. Under the policy itself, PostgreSQL couldn't use the index of
// names.
const products = sql`door.own_products`;
// OFFSET 0 makes PostgreSQL look up the variant and the product of each level. Without statistics about a store, it
// would otherwise compare all rows pair by pair.
const source = sql`shop.inventory_levels l
  cross join lateral (select v.* from shop.variants v
    where v.store_id = l.store_id and v.id = l.variant_id and v.deleted_at is null offset 0) v
  cross join lateral (select p.* from ${products} p where p.store_id = v.store_id and p.id = v.product_id offset 0) p`;

/**
 * Returns one page of the store's levels that meet all conditions. Counts at most 10,000 levels. If there are fewer,
 * they are sorted; otherwise, the page is read in the order of an index.
 */
export async function readLevels(
  tx: Transaction,
  filter: LevelFilter,
  { page, limit, after }: Page,
): Promise<List> {
  const last = after === undefined ? null : await readLast(tx, after);
  const all = allOf(filter);
  const where = sql`l.store_id = ${tx.storeId} and ${all}`;
  const counted = await tx.row<{ total: number }>(
    sql`select count(*)::int as total from (select from ${source} where ${where} limit ${maxCounted}) counted`,
  );
  const total = counted?.total ?? 0;
  const part = { last, limit: limit + 1, offset: last === null ? (page - 1) * limit : 0 };
  const query = total < maxCounted ? sortedLevels : levelsByIndex;
  const rows = await tx.rows<LevelRow>(query(tx.storeId, filter, part));
  const shown = rows.slice(0, limit);
  const end = rows.length > limit ? shown.at(-1) : undefined;
  const next = end === undefined ? null : writeLevelCursor(end);
  return { items: shown.map(levelToWire), page, limit, total, next };
}

type Part = { last: Last | null; limit: number; offset: number };

/** Reads a page by sorting all levels that meet the conditions. */
function sortedLevels(storeId: string, filter: LevelFilter, { last, limit, offset }: Part): Sql {
  return sql`
    select ${levelColumns} from ${source}
    where l.store_id = ${storeId} and ${allOf(filter)} and ${after(filter, last)}
    order by ${orders[filter.order]} limit ${limit} offset ${offset}`;
}

/**
 * Reads a page by going through products by name, or through low levels by units, until the page is full.
 */
export function levelsByIndex(storeId: string, filter: LevelFilter, part: Part): Sql {
  const { last, limit, offset } = part;
  if (filter.order === "units")
    return sql`
      with chosen as materialized (
        select l.store_id, l.variant_id, l.location from shop.inventory_levels l
        where l.store_id = ${storeId} and l.low_units is not null and ${after(filter, last)} and exists (
          select from shop.variants v join ${products} p on p.store_id = v.store_id and p.id = v.product_id
          where v.store_id = l.store_id and v.id = l.variant_id and v.deleted_at is null and ${allOf(filter)} offset 0)
        order by ${orders.units} limit ${limit} offset ${offset})
      select ${levelColumns} from chosen c
      cross join lateral (select l.* from shop.inventory_levels l
        where l.store_id = c.store_id and l.variant_id = c.variant_id and l.location = c.location offset 0) l
      cross join lateral (select v.* from shop.variants v where v.store_id = l.store_id and v.id = l.variant_id offset 0) v
      cross join lateral (select p.* from ${products} p where p.store_id = v.store_id and p.id = v.product_id offset 0) p
      order by ${orders.units}`;
  // Begins with the previous page's last product, which may have levels left, and reads one product more in case it has
  // none.
  const isLater =
    last === null
      ? sql`true`
      : sql`(lower(p.name), p.id) >= (${last.name}, ${last.productId}::uuid)`;
  return sql`
    with chosen as materialized (
      select p.store_id, p.id, p.name from ${products} p
      where p.store_id = ${storeId} and ${isLater} and exists (
        select from shop.variants v join shop.inventory_levels l on l.store_id = v.store_id and l.variant_id = v.id
        where v.store_id = p.store_id and v.product_id = p.id and v.deleted_at is null and ${allOf(filter)} offset 0)
      order by lower(p.name), p.id limit ${offset + limit + 1})
    select ${levelColumns} from chosen p
    cross join lateral (select v.* from shop.variants v
      where v.store_id = p.store_id and v.product_id = p.id and v.deleted_at is null offset 0) v
    cross join lateral (select l.* from shop.inventory_levels l
      where l.store_id = v.store_id and l.variant_id = v.id offset 0) l
    where ${allOf(filter)} and ${after(filter, last)}
    order by ${orders.name} limit ${limit} offset ${offset}`;
}

function allOf({ order, conditions }: LevelFilter): Sql {
  const low = order === "units" ? [sql`l.low_units is not null`] : [sql`true`];
  return joinSql([...low, ...conditions], " and ");
}

/** The condition that a level comes after the last one of the previous page. */
function after({ order }: LevelFilter, last: Last | null): Sql {
  if (last === null) return sql`true`;
  const { name, productId, position, variantId, location, units } = last;
  return order === "units"
    ? sql`(l.low_units, l.variant_id, l.location) > (${units}, ${variantId}::uuid, ${location})`
    : sql`(lower(p.name), p.id, v.position, v.id, l.location)
        > (${name}, ${productId}::uuid, ${position}, ${variantId}::uuid, ${location})`;
}

/** Reads the current sort values of the cursor's level. Throws VALIDATION_FAILED if the store has no such level. */
async function readLast(tx: Transaction, text: string): Promise<Last> {
  const cursor = readLevelCursor(text);
  const last =
    cursor === null
      ? undefined
      : await tx.row<Last>(sql`
          select lower(p.name) as name, p.id as "productId", v.position, v.id as "variantId", l.location,
            l.on_hand - l.reserved as units
          from shop.inventory_levels l join shop.variants v on v.store_id = l.store_id and v.id = l.variant_id
          join shop.products p on p.store_id = v.store_id and p.id = v.product_id
          where l.store_id = ${tx.storeId} and l.variant_id = ${cursor.variantId} and l.location = ${cursor.location}`);
  if (last === undefined) throw unknownCursor();
  return last;
}
