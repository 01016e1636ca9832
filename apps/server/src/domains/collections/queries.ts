import type { Collection, collections } from "@vetrina/contract/collections";
import type { Context } from "../../platform/context.ts";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { translate } from "../languages/translate.ts";
import {
  allCollections,
  collectionToWire,
  columns,
  oneCollection,
  type PresentedRow,
  publishedCollections,
} from "./present-collection.ts";

type List = Output<typeof collections.listCollections>;
type Pages = Omit<Input<typeof collections.listCollections>, "storeId">;

/** The store's collections in the store's order; who sees more gets unpublished ones too. */
export async function listCollections(ctx: Context, pages: Pages): Promise<List> {
  if (ctx.seesMore) return ctx.tx((tx) => list(ctx, tx, allCollections, pages));
  return list(ctx, ctx.catalogue, publishedCollections, pages);
}

/** One collection by its link, or by one it had before: the answer names the one it has now. */
export async function getCollection(
  ctx: Context,
  { link, language }: Omit<Input<typeof collections.getCollection>, "storeId">,
): Promise<Collection> {
  const moved = sql`select l.collection_id from catalogue.collection_links l where l.store_id = ${ctx.store.id} and l.link = ${link}`;
  const named = sql`(c.link = ${link} or c.id = (${moved})) order by c.link <> ${link} limit 1`;
  if (ctx.seesMore) return ctx.tx((tx) => oneCollection(ctx, tx, allCollections, named));
  const one = await oneCollection(ctx, ctx.catalogue, publishedCollections, named);
  const [shown = one] = await translate(ctx, "COLLECTION", [one], language);
  return shown;
}

async function list(
  ctx: Context,
  from: Queryable,
  source: Sql,
  { page, limit, language }: Pages,
): Promise<List> {
  const ofStore = sql`from ${source} c where c.store_id = ${ctx.store.id}`;
  const rows = await from.rows<PresentedRow>(sql`
    select ${columns} ${ofStore} order by c.position, c.id limit ${limit} offset ${(page - 1) * limit}`);
  const items = await Promise.all(rows.map((row) => collectionToWire(ctx, from, row)));
  const count = await from.row<{ total: number }>(sql`select count(*)::int as total ${ofStore}`);
  const shown = await translate(ctx, "COLLECTION", items, language);
  return { items: shown, page, limit, total: count?.total ?? 0 };
}
