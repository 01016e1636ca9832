import type { upsells } from "@vetrina/contract/upsells";
import type { Context } from "../../platform/context.ts";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { readCards } from "../products/cards.ts";
import { allProducts, publishedProducts } from "../products/read-product.ts";
import type { UpsellRow } from "./upsell-rows.ts";

type Query = Input<typeof upsells.listUpsells>;
type List = Output<typeof upsells.listUpsells>;

/** The products the store pairs with one product, in its order; unpublished ones for who sees more. */
export async function listUpsells(ctx: Context, query: Query): Promise<List> {
  if (ctx.seesMore) return ctx.tx((tx) => list(ctx, tx, allProducts, query));
  return list(ctx, ctx.catalogue, publishedProducts, query);
}

async function list(
  ctx: Context,
  from: Queryable,
  source: Sql,
  { productId, type, limit, language }: Query,
): Promise<List> {
  const storeId = ctx.store.id;
  const there = await from.row(
    sql`select from ${source} p where p.store_id = ${storeId} and p.id = ${productId}`,
  );
  if (there === undefined) throw notFound("product");
  const ofType = type === undefined ? sql`true` : sql`u.type = ${type}`;
  const rows = await from.rows<UpsellRow>(sql`
    select u.id, u.product_id as "productId", u.target_id as "targetId", u.type, u.position, u.version
    from catalogue.upsells u join ${source} p on p.store_id = u.store_id and p.id = u.target_id
    where u.store_id = ${storeId} and u.product_id = ${productId} and ${ofType}
    order by u.position, u.id limit ${limit}`);
  const ids = rows.map(({ targetId }) => targetId);
  const cards = await readCards(ctx, from, source, ids, language);
  const byId = new Map(cards.map((card) => [card.id, card]));
  return {
    items: rows.flatMap(({ targetId, ...pair }) => {
      const product = byId.get(targetId);
      return product === undefined ? [] : [{ ...pair, product }];
    }),
  };
}
