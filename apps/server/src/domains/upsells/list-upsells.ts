import type { upsells } from "@vetrina/contract/catalogue/upsells";
import type { Context } from "../../platform/context.ts";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { readCards } from "../listing/cards.ts";
import { allProducts, publishedProducts } from "../products/read-product.ts";
import type { UpsellRow } from "./upsell-rows.ts";

type Query = Input<typeof upsells.listUpsells>;
type List = Output<typeof upsells.listUpsells>;

/**
 * Lists a product's upsells in their order. Only staff also get unpublished targets, and the upsells of an unpublished
 * product.
 */
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
  const ofType = type === undefined ? sql`true` : sql`u.type = ${type}`;
  // A product without upsells returns one row of nulls; no row means that there is no such product.
  const rows = await from.rows<UpsellRow | Record<keyof UpsellRow, null>>(sql`
    select u.id, u.product_id as "productId", u.target_id as "targetId", u.type, u.position, u.version
    from ${source} own left join lateral (
      select u.* from catalogue.upsells u join ${source} p on p.store_id = u.store_id and p.id = u.target_id
      where u.store_id = own.store_id and u.product_id = own.id and ${ofType}
      order by u.position, u.id limit ${limit}) u on true
    where own.store_id = ${storeId} and own.id = ${productId} order by u.position, u.id`);
  if (rows.length === 0) throw notFound("product");
  const pairs = rows.filter((row) => row.id !== null);
  const ids = pairs.map(({ targetId }) => targetId);
  const cards = await readCards(ctx, from, source, ids, language);
  const byId = new Map(cards.map((card) => [card.id, card]));
  return {
    items: pairs.flatMap(({ targetId, ...pair }) => {
      const product = byId.get(targetId);
      return product === undefined ? [] : [{ ...pair, product }];
    }),
  };
}
