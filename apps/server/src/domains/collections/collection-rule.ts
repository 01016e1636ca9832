import { z } from "zod";
import { Link } from "@vetrina/contract/common";
import { joinSql, type Sql, sql } from "../../platform/database/sql.ts";

/** Which products a collection holds: those that meet every named condition. {} is by hand (collection_products). */
export const CollectionRule = z.strictObject({
  category: z.string().max(60).optional(),
  /** Unisex pieces belong to both women and men. */
  department: z.enum(["women", "men", "unisex"]).optional(),
  sale: z.literal(true).optional(),
  /** Published in the last so many days, or the latest so many of those that meet the rest. */
  newest: z
    .union([
      z.strictObject({ days: z.int().min(1).max(3650) }),
      z.strictObject({ count: z.int().min(1).max(1000) }),
    ])
    .optional(),
  /** Named one by one, in this order. */
  links: z.array(Link).max(1000).optional(),
});
export type CollectionRule = z.infer<typeof CollectionRule>;

export type CollectionRow = { id: string; rule: CollectionRule };

/** The condition on a product p of `source` to be in the collection. */
export function inCollection(source: Sql, storeId: string, { id, rule }: CollectionRow): Sql {
  if (Object.keys(rule).length === 0)
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

function conditionsOf({ category, department, sale, links }: CollectionRule): Sql[] {
  const conditions: Sql[] = [];
  if (category !== undefined) conditions.push(sql`p.category = ${category}`);
  if (department !== undefined)
    conditions.push(sql`p.department = any(${[department, "unisex"]}::text[])`);
  if (sale === true) conditions.push(sql`p.regular_price_minor > p.price_minor`);
  if (links !== undefined) conditions.push(sql`p.link = any(${links}::text[])`);
  return conditions;
}

/** The collection's own order of its products: by hand, as its links are named, else the latest first. */
export function collectionOrder({ id, rule }: CollectionRow): Sql {
  if (Object.keys(rule).length === 0)
    return sql`(select cp.position from catalogue.collection_products cp
      where cp.store_id = p.store_id and cp.collection_id = ${id} and cp.product_id = p.id), p.id`;
  if (rule.links !== undefined) return sql`array_position(${rule.links}::text[], p.link), p.id`;
  return sql`p.published_at desc, p.id`;
}
