import type { products } from "@vetrina/contract/catalogue/products";
import type { Context } from "../../platform/context.ts";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { readCards } from "./cards.ts";
import { publishedProducts } from "../products/read-product.ts";

/**
 * Lists products bought together with this one, then similar ones: first those in the same category and department (or
 * unisex), then others in the category, then the newest in the department.
 */
export async function listRelated(
  ctx: Context,
  { productId, limit, language }: Input<typeof products.listRelated>,
): Promise<Output<typeof products.listRelated>> {
  const from = ctx.catalogue;
  const storeId = ctx.store.id;
  const rows = await from.rows<{ id: string }>(relatedQuery(storeId, productId, limit));
  if (rows.length === 0) await requireProduct(from, storeId, productId);
  const ids = rows.map((row) => row.id);
  return { items: await readCards(ctx, from, publishedProducts, ids, language) };
}

/**
 * Returns SQL for related products. Each part stops at the limit, so that large categories cost no more than small
 * ones. An unknown product gives no rows.
 */
export function relatedQuery(storeId: string, productId: string, limit: number): Sql {
  const other = sql`p.store_id = ${storeId} and p.id <> ${productId}`;
  const category = sql`(select category from own)`;
  const near = sql`p.department in ((select coalesce(department, 'unisex') from own), 'unisex')`;
  return sql`
    with own as materialized (
      select category, department from ${publishedProducts} where store_id = ${storeId} and id = ${productId})
    select id from (
      (select p.id, 0 as part, row_number() over (order by t.orders desc, t.at) as at
        from door.bought_together(${storeId}, ${productId}, ${2 * limit}) with ordinality t (product_id, orders, at)
        join catalogue.products p on p.store_id = ${storeId} and p.id = t.product_id)
      union all
      (select p.id, 1, row_number() over () from (
        select p.id from catalogue.products p where ${other} and p.category = ${category} and ${near}
        order by p.published_at desc, p.id limit ${limit}) p)
      union all
      (select p.id, 2, row_number() over () from (
        select p.id from catalogue.products p where ${other} and p.category = ${category} and not ${near}
        order by p.published_at desc, p.id limit ${limit}) p)
      union all
      (select p.id, 3, row_number() over () from (
        select p.id from catalogue.products p where ${other} and p.category is distinct from ${category} and ${near}
        order by p.published_at desc, p.id limit ${limit}) p)
    ) found where exists (select from own) group by id order by min(part), min(at) limit ${limit}`;
}

async function requireProduct(from: Queryable, storeId: string, id: string): Promise<void> {
  const row = await from.row(
    sql`select from ${publishedProducts} p where p.store_id = ${storeId} and p.id = ${id}`,
  );
  if (row === undefined) throw notFound("product");
}
