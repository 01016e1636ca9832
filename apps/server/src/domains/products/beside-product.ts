import type { products } from "@vetrina/contract/products";
import type { Context } from "../../platform/context.ts";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { readCards } from "./cards.ts";
import { publishedProducts } from "./read-product.ts";

/** What was bought together with it first, then what is like it: category and department, category, department's latest. */
export async function listRelated(
  ctx: Context,
  { productId, limit, language }: Input<typeof products.listRelated>,
): Promise<Output<typeof products.listRelated>> {
  const from = ctx.catalogue;
  const of = await requireProduct(from, publishedProducts, ctx.store.id, productId);
  const rows = await from.rows<{ id: string }>(relatedQuery(ctx.store.id, productId, of, limit));
  const ids = rows.map((row) => row.id);
  return { items: await readCards(ctx, from, publishedProducts, ids, language) };
}

type Kind = { category: string | null; department: string | null };

/** Each part stops at the limit, so that a large category costs no more than a small one. */
export function relatedQuery(storeId: string, productId: string, of: Kind, limit: number): Sql {
  const other = sql`p.store_id = ${storeId} and p.id <> ${productId}`;
  const near = sql`p.department = any(${[of.department ?? "unisex", "unisex"]}::text[])`;
  return sql`
    select id from (
      (select p.id, 0 as part, row_number() over (order by t.orders desc, t.at) as at
        from door.bought_together(${storeId}, ${productId}, ${2 * limit}) with ordinality t (product_id, orders, at)
        join catalogue.products p on p.store_id = ${storeId} and p.id = t.product_id)
      union all
      (select p.id, 1, row_number() over () from (
        select p.id from catalogue.products p where ${other} and p.category = ${of.category} and ${near}
        order by p.published_at desc, p.id limit ${limit}) p)
      union all
      (select p.id, 2, row_number() over () from (
        select p.id from catalogue.products p where ${other} and p.category = ${of.category} and not ${near}
        order by p.published_at desc, p.id limit ${limit}) p)
      union all
      (select p.id, 3, row_number() over () from (
        select p.id from catalogue.products p where ${other} and p.category is distinct from ${of.category} and ${near}
        order by p.published_at desc, p.id limit ${limit}) p)
    ) found group by id order by min(part), min(at) limit ${limit}`;
}

async function requireProduct(
  from: Queryable,
  source: Sql,
  storeId: string,
  id: string,
): Promise<Kind> {
  const row = await from.row<Kind>(
    sql`select p.category, p.department from ${source} p where p.store_id = ${storeId} and p.id = ${id}`,
  );
  if (row === undefined) throw notFound("product");
  return row;
}
