import type { Collection, collections } from "@vetrina/contract/collections";
import type { Context } from "../../platform/context.ts";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import { requirePageSize } from "../../platform/http/answers/answer-size.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { maxListedText, translate } from "../languages/translate.ts";
import { cachedSizes } from "./collection-sizes.ts";
import {
  allCollections,
  collectionToWire,
  columns,
  type PresentedRow,
  publishedCollections,
  readCollection,
} from "./present-collection.ts";

/** Lists shorten descriptions, because a hundred full ones would be a megabyte. */
const withShortTexts = sql`(select id, store_id, link, name, left(description, ${maxListedText}) as description, rule, media_id,
  position, is_published, version, created_at, updated_at from ${publishedCollections} c)`;

type List = Output<typeof collections.listCollections>;
type Pages = Omit<Input<typeof collections.listCollections>, "storeId">;

/** The store's collections in the store's order; staff also get unpublished ones. */
export async function listCollections(ctx: Context, pages: Pages): Promise<List> {
  const { rows, total } = ctx.seesMore
    ? await ctx.tx((tx) => readRows(ctx, tx, allCollections, pages))
    : await readRows(ctx, ctx.catalogue, withShortTexts, pages);
  const listed = await toWire(ctx, rows);
  const items = await translate(ctx, "COLLECTION", listed, pages.language, !ctx.seesMore);
  return { items, page: pages.page, limit: pages.limit, total };
}

/** One collection by its current or former link; the answer has the current one. */
export async function getCollection(
  ctx: Context,
  { link, language }: Omit<Input<typeof collections.getCollection>, "storeId">,
): Promise<Collection> {
  const moved = sql`select l.collection_id from catalogue.collection_links l where l.store_id = ${ctx.store.id} and l.link = ${link}`;
  const named = sql`(c.link = ${link} or c.id = (${moved})) order by c.link <> ${link} limit 1`;
  const row = ctx.seesMore
    ? await ctx.tx((tx) => readCollection(ctx, tx, allCollections, named))
    : await readCollection(ctx, ctx.catalogue, publishedCollections, named);
  const [one] = await toWire(ctx, [row]);
  if (one === undefined) throw notFound("collection");
  if (ctx.seesMore) return one;
  const [shown = one] = await translate(ctx, "COLLECTION", [one], language);
  return shown;
}

async function readRows(
  ctx: Context,
  from: Queryable,
  source: Sql,
  { page, limit }: Pages,
): Promise<{ rows: PresentedRow[]; total: number }> {
  const ofStore = sql`from ${source} c where c.store_id = ${ctx.store.id}`;
  const ofPage = sql`${ofStore} order by c.position, c.id limit ${limit} offset ${(page - 1) * limit}`;
  await requirePageSize(from, sql`select octet_length(c.description) as bytes ${ofPage}`);
  const rows = await from.rows<PresentedRow>(sql`select ${columns} ${ofPage}`);
  const count = await from.row<{ total: number }>(sql`select count(*)::int as total ${ofStore}`);
  return { rows, total: count?.total ?? 0 };
}

async function toWire(ctx: Context, rows: readonly PresentedRow[]): Promise<Collection[]> {
  const sizes = await cachedSizes(ctx, rows);
  return sizes.flatMap((size, at) => {
    const row = rows[at];
    return row === undefined ? [] : [collectionToWire(ctx, row, size)];
  });
}
