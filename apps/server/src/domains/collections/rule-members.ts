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
    with rules as materialized (${rulesOf(chosen)}), listed as materialized (${listedIn(source, storeId)})
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
 * Returns SQL that reads for each collection its number of products in `source`, the id of the first one, and the
 * number of products checked (id, count, first, looked_at). Leaves out manual collections without products.
 */
export function sizesOf(source: Sql, storeId: string, chosen: readonly CollectionRow[]): Sql {
  return sql`
    with rules as materialized (${rulesOf(chosen)}), listed as materialized (
      select l.*, row_number() over (order by l.published_at desc, l.id) as place from (${listedIn(source, storeId)}) l),
    ruled as materialized (
      select r.id, least(m.count, r.count)::int as count, m.place from rules r
      cross join lateral (select count(*) as count, min(p.place) as place from listed p where ${meets}) m)
    select c.id, c.count, p.id as first, (select count(*)::int from listed) as looked_at
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

function byHand(chosen: readonly CollectionRow[]): string[] {
  return chosen.flatMap(({ id, rule }) => (isByHand(rule) ? [id] : []));
}

function rulesOf(chosen: readonly CollectionRow[]): Sql {
  const rules = chosen.flatMap(({ id, rule }) => {
    if (isByHand(rule)) return [];
    const { category, department, tag, price, sale = false, newest, inStock = false } = rule;
    return [
      {
        id,
        category: category === undefined ? null : facetValue(category),
        departments: department === undefined ? null : [department, "unisex"],
        tags: tag === undefined ? null : [tag],
        from: price?.from,
        below: price?.below,
        sale,
        stock: inStock,
        days: newest !== undefined && "days" in newest ? newest.days : null,
        count: newest !== undefined && "count" in newest ? newest.count : null,
      },
    ];
  });
  return sql`select r.id, r.category, r.departments, catalogue.word_keys(r.tags) as tags, r."from", r.below, r.sale, r.stock,
      now() - make_interval(days => r.days) as since, r.count
    from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) r (id uuid, category text, departments text[], tags text[],
      "from" bigint, below bigint, sale boolean, stock boolean, days int, count int)`;
}

/**
 * Returns SQL for the products of `source` with the fields that rules check. Looks up the stock of those whose stock
 * status changed recently.
 */
function listedIn(source: Sql, storeId: string): Sql {
  return sql`
    select p.id, p.published_at, p.price_minor, p.tag_keys, s.category, s.department,
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
  and (r.since is null or p.published_at > r.since) and (r.tags is null or p.tag_keys && r.tags)`;
