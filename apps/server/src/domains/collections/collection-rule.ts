import type { CollectionRule } from "@vetrina/contract/collections";
import { joinSql, type Sql, sql } from "../../platform/database/sql.ts";

/** A rule as the store keeps it: amounts in minor units. {} is by hand (collection_products). */
export type KeptRule = Omit<CollectionRule, "price"> & {
  price?: { from?: number; below?: number };
};

export type CollectionRow = { id: string; rule: KeptRule };

export function isByHand(rule: KeptRule): boolean {
  return Object.keys(rule).length === 0;
}

/** The condition on a product p of `source` to be in the collection. */
export function inCollection(source: Sql, storeId: string, { id, rule }: CollectionRow): Sql {
  if (isByHand(rule))
    return sql`exists (select from catalogue.collection_products cp
      where cp.store_id = p.store_id and cp.collection_id = ${id} and cp.product_id = p.id)`;
  const { newest, ...rest } = rule;
  const conditions = conditionsOf(rest);
  if (newest !== undefined && "days" in newest)
    conditions.push(sql`p.published_at > now() - make_interval(days => ${newest.days})`);
  const all = conditions.length === 0 ? sql`true` : joinSql(conditions, " and ");
  if (newest === undefined || "days" in newest) return sql`(${all})`;
  return sql`p.id in (select p.id from ${source} p where p.store_id = ${storeId} and ${all}
    order by p.published_at desc, p.id limit ${newest.count})`;
}

function conditionsOf({ category, department, tag, price, sale, inStock }: KeptRule): Sql[] {
  const conditions: Sql[] = [];
  if (category !== undefined) conditions.push(sql`p.category = ${category}`);
  if (department !== undefined)
    conditions.push(sql`p.department = any(${[department, "unisex"]}::text[])`);
  if (tag !== undefined) conditions.push(sql`p.tags && ${[tag]}::text[]`);
  if (price?.from !== undefined) conditions.push(sql`p.price_minor >= ${price.from}`);
  if (price?.below !== undefined) conditions.push(sql`p.price_minor < ${price.below}`);
  if (sale === true) conditions.push(sql`p.regular_price_minor > p.price_minor`);
  if (inStock === true)
    conditions.push(sql`exists (select from catalogue.variants v
      where v.store_id = p.store_id and v.product_id = p.id and v.stock > 0)`);
  return conditions;
}

/** The collection's own order of its products: by hand, else the latest first. */
export function collectionOrder({ id, rule }: CollectionRow): Sql {
  if (isByHand(rule))
    return sql`(select cp.position from catalogue.collection_products cp
      where cp.store_id = p.store_id and cp.collection_id = ${id} and cp.product_id = p.id), p.id`;
  return sql`p.published_at desc, p.id`;
}
