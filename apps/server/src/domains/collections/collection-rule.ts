import type { CollectionRule } from "@vetrina/contract/catalogue/collections";
import { joinSql, type Sql, sql } from "../../platform/database/sql.ts";
import { facetValue } from "../products/rules.ts";

/**
 * A rule as stored, with amounts in minor units. {} marks a manual collection, whose products are in
 * collection_products.
 */
export type StoredRule = Omit<CollectionRule, "price"> & {
  price?: { from?: number; below?: number };
};

export type CollectionRow = { id: string; rule: StoredRule };

export function isByHand(rule: StoredRule): boolean {
  return Object.keys(rule).length === 0;
}

/** Returns an SQL condition that is true if product p of `source` is in the collection. */
export function inCollection(source: Sql, storeId: string, { id, rule }: CollectionRow): Sql {
  if (isByHand(rule))
    return sql`exists (select from catalogue.collection_products cp
      where cp.store_id = p.store_id and cp.collection_id = ${id} and cp.product_id = p.id)`;
  const { newest, ...rest } = rule;
  const conditions = conditionsOf(storeId, rest);
  if (newest !== undefined && "days" in newest)
    conditions.push(sql`p.published_at > now() - make_interval(days => ${newest.days})`);
  const all = conditions.length === 0 ? sql`true` : joinSql(conditions, " and ");
  if (newest === undefined || "days" in newest) return sql`(${all})`;
  return sql`p.id in (select p.id from ${source} p where p.store_id = ${storeId} and ${all}
    order by p.published_at desc, p.id limit ${newest.count})`;
}

/**
 * Returns SQL conditions that select the collection's rows of precomputed counts p (shop.list_counts), or null if the
 * counts don't contain what the rule needs. If `inStock` is true, use the counts from countsAsStockIs().
 */
export function countedInCollection(
  storeId: string,
  { rule }: CollectionRow,
): { conditions: Sql[]; inStock: boolean } | null {
  const { category, department, sale, inStock = false, ...rest } = rule;
  if (isByHand(rule) || Object.values(rest).some((part) => part !== undefined)) return null;
  const conditions = conditionsOf(storeId, { category, department });
  if (sale === true) conditions.push(sql`p.on_sale`);
  if (inStock) conditions.push(sql`p.in_stock`);
  return { conditions, inStock };
}

const maxUnsettled = 2000;

/**
 * Returns SQL for the ids of products whose in_stock may be wrong, because settleStockChanges has not processed their
 * latest stock status changes. Returns no ids if there are more than `maxUnsettled` changes, as after an import,
 * because lists must not look up the stock of a whole catalogue.
 */
export function unsettledProducts(storeId: string): Sql {
  return sql`
    with recent as materialized (
      select t.product_id from catalogue.stock_status_changes t where t.store_id = ${storeId} limit ${maxUnsettled + 1}
    )
    select distinct r.product_id from recent r where (select count(*) from recent) <= ${maxUnsettled}`;
}

/**
 * Returns SQL for precomputed counts, corrected for products of `source` whose stock status has changed since they were
 * counted.
 */
export function countsAsStockIs(counts: Sql, source: Sql, storeId: string): Sql {
  return sql`(
    select facet_set, step, on_sale, in_stock, products, store_id from ${counts} c
    union all
    select p.facet_set, catalogue.price_step(p.price_minor), coalesce(p.regular_price_minor > p.price_minor, false), moved.in_stock,
      moved.products, p.store_id
    from (${unsettledProducts(storeId)}) turned
    join ${source} p on p.store_id = ${storeId} and p.id = turned.product_id
    cross join lateral (select ${hasStock} as in_stock offset 0) now
    cross join lateral (values (p.in_stock, -1), (now.in_stock, 1)) moved (in_stock, products)
    where now.in_stock <> p.in_stock)`;
}

function conditionsOf(
  storeId: string,
  { category, department, tag, price, sale, inStock }: StoredRule,
): Sql[] {
  const conditions: Sql[] = [];
  const named: Sql[] = [];
  if (category !== undefined) named.push(sql`s.category = ${facetValue(category)}`);
  if (department !== undefined)
    named.push(sql`s.department = any(${[department, "unisex"]}::text[])`);
  if (named.length > 0) conditions.push(ofFacetSets(storeId, named));
  if (tag !== undefined) conditions.push(hasTag([tag]));
  if (price?.from !== undefined) conditions.push(sql`p.price_minor >= ${price.from}`);
  if (price?.below !== undefined) conditions.push(sql`p.price_minor < ${price.below}`);
  if (sale === true) conditions.push(sql`p.regular_price_minor > p.price_minor`);
  if (inStock === true) conditions.push(isInStock(storeId));
  return conditions;
}

/** Returns an SQL condition that is true if product p has one of the tags, compared by their keys (wordKey). */
export function hasTag(tags: readonly string[]): Sql {
  return sql`p.tag_keys && catalogue.word_keys(${tags}::text[])`;
}

/**
 * Returns an SQL condition that is true if the facet set s of product p meets these conditions. A store has few facet
 * sets, and they are read from an index.
 */
export function ofFacetSets(storeId: string, conditions: readonly Sql[]): Sql {
  return sql`p.facet_set = any(array(
    select s.id from catalogue.facet_sets s where s.store_id = ${storeId} and ${joinSql(conditions, " and ")}))`;
}

/** Whether product p has a variant in stock now. */
export const hasStock = sql`exists (select from catalogue.variants v
  where v.store_id = p.store_id and v.product_id = p.id and v.stock > 0)`;

// Looks up the stock of products whose stock status changed recently, and uses the stored status of all others.
function isInStock(storeId: string): Sql {
  return sql`case when p.id in (${unsettledProducts(storeId)})
    then ${hasStock} else p.in_stock end`;
}

/**
 * Returns the ORDER BY of a manual collection, by the position of product p. Returns null for a collection with a rule,
 * which lists the newest products first.
 */
export function collectionOrder({ id, rule }: CollectionRow): Sql | null {
  if (isByHand(rule))
    return sql`(select cp.position from catalogue.collection_products cp
      where cp.store_id = p.store_id and cp.collection_id = ${id} and cp.product_id = p.id), p.id`;
  return null;
}
