import { type Sql, sql } from "../../platform/database/sql.ts";
import { facetValue } from "../products/rules.ts";
import { type CollectionRow, hasStock, isByHand, unsettledProducts } from "./collection-rule.ts";

/**
 * Returns SQL for the ids of the products of `source` that are in at least one of the collections. The SQL text does
 * not depend on the rules, because planning a statement with one condition per rule takes PostgreSQL longer than
 * running it.
 */
export function membersOf(source: Sql, storeId: string, chosen: readonly CollectionRow[]): Sql {
  return sql`
    with ${rulesOf(chosen)}, listed as materialized (${listedIn(source, storeId)})
    select p.id from listed p where exists (select from rules r where r.count is null and ${meets})
    union all
    select n.id from rules r cross join lateral (
      select p.id from listed p where ${meets} order by p.published_at desc, p.id limit r.count) n
    where r.count is not null
    union all
    select cp.product_id from catalogue.collection_products cp
    where cp.store_id = ${storeId} and cp.collection_id = any(${byHand(chosen)}::uuid[])`;
}

/**
 * Returns SQL for the size of each collection: its number of products in `source`, the id of the first one, and the
 * number of checks (id, count, first, looked_at). Omits manual collections without products. Checks rules per group of
 * products that all rules treat alike, because even large stores have few such groups.
 */
export function sizesOf(source: Sql, storeId: string, chosen: readonly CollectionRow[]): Sql {
  return sql`
    with ${rulesOf(chosen)}, listed as materialized (
      select l.*, row_number() over (order by l.published_at desc, l.id) as place from (${listedIn(source, storeId)}) l),
    alike as materialized (
      select p.category, p.department, p.on_sale, p.in_stock, p.tags, min(p.price_minor) as price_minor,
        min(p.published_at) as published_at, count(*) as products, min(p.place) as place
      from listed p group by p.category, p.department, p.on_sale, p.in_stock, p.tags,
        width_bucket(p.price_minor, array(
          select t.price from rules r, unnest(array[r."from", r.below]) t (price) where t.price is not null order by 1)),
        width_bucket(p.published_at, array(select r.since from rules r where r.since is not null order by 1))),
    ruled as materialized (
      select r.id, least(m.count, r.count)::int as count, m.place from rules r cross join lateral (
        select coalesce(sum(p.products), 0) as count, min(p.place) as place from alike p where ${meets}) m)
    select c.id, c.count, p.id as first, (select count(*)::int from alike)
      + ${stepsOfProduct} * (select count(*)::int from listed) / (select count(*)::int from ruled) as looked_at
    from ruled c left join listed p on p.place = c.place
    union all
    select c.id, c.count, f.id, 0 from (
      select cp.collection_id as id, count(*)::int as count from catalogue.collection_products cp
      join ${source} p on p.store_id = cp.store_id and p.id = cp.product_id
      where cp.store_id = ${storeId} and cp.collection_id = any(${byHand(chosen)}::uuid[]) group by cp.collection_id) c
    cross join lateral (
      select p.id from catalogue.collection_products cp join ${source} p on p.store_id = cp.store_id and p.id = cp.product_id
      where cp.store_id = ${storeId} and cp.collection_id = c.id order by cp.position, cp.product_id limit 1) f`;
}

/** Listing a product takes PostgreSQL about as long as this many comparisons with a rule. */
const stepsOfProduct = 10;

function byHand(chosen: readonly CollectionRow[]): string[] {
  return chosen.flatMap(({ id, rule }) => (isByHand(rule) ? [id] : []));
}

/**
 * Returns two common table expressions: the rules, in which each tag has a number, and a map from the tags' keys to
 * these numbers.
 */
function rulesOf(chosen: readonly CollectionRow[]): Sql {
  const rules = chosen.flatMap(({ id, rule }) => {
    if (isByHand(rule)) return [];
    const { category, department, tag, price, sale = false, newest, inStock = false } = rule;
    return [
      {
        id,
        category: category === undefined ? null : facetValue(category),
        departments: department === undefined ? null : [department, "unisex"],
        tag,
        from: price?.from,
        below: price?.below,
        sale,
        stock: inStock,
        days: newest !== undefined && "days" in newest ? newest.days : null,
        count: newest !== undefined && "count" in newest ? newest.count : null,
      },
    ];
  });
  return sql`rules as materialized (
      select r.id, r.category, r.departments, k.key, case when r.tag is not null then dense_rank() over (order by k.key) end as tag,
        r."from", r.below, r.sale, r.stock, now() - make_interval(days => r.days) + interval '1 microsecond' as since, r.count
      from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) r (id uuid, category text, departments text[], tag text,
        "from" bigint, below bigint, sale boolean, stock boolean, days int, count int)
      cross join lateral (select catalogue.word_key(r.tag) as key) k),
    chosen_tags as materialized (
      select array_agg(r.key) as keys, jsonb_object_agg(r.key, r.tag) as numbers from rules r where r.key is not null)`;
}

/**
 * Returns SQL for the products of `source` with the fields that rules check, and with their current stock. `tags`
 * contains only numbers of tags that rules use, because unpacking all tags for each rule would be slow.
 */
function listedIn(source: Sql, storeId: string): Sql {
  return sql`
    select p.id, p.published_at, p.price_minor, s.category, s.department,
      case when p.id in (select t.id from ${source} t where t.store_id = ${storeId} and t.tag_keys && (select keys from chosen_tags))
        then array(select ((select numbers from chosen_tags) -> t.key)::int from unnest(p.tag_keys) t (key)
          where (select numbers from chosen_tags) ? t.key) end as tags,
      coalesce(p.regular_price_minor > p.price_minor, false) as on_sale,
      case when t.product_id is null then p.in_stock else ${hasStock} end as in_stock
    from ${source} p
    left join catalogue.facet_sets s on s.store_id = ${storeId} and s.id = p.facet_set
    left join (${unsettledProducts(storeId)}) t on t.product_id = p.id
    where p.store_id = ${storeId}`;
}

/** Whether product p of listedIn() matches rule r of rulesOf(). */
const meets = sql`(r.category is null or p.category = r.category)
  and (r.departments is null or p.department = any(r.departments))
  and (r."from" is null or p.price_minor >= r."from") and (r.below is null or p.price_minor < r.below)
  and (not r.sale or p.on_sale) and (not r.stock or p.in_stock)
  and (r.since is null or p.published_at >= r.since) and (r.tag is null or r.tag = any(p.tags))`;
