import type { collections } from "@vetrina/contract/catalogue/collections";
import type { Context } from "../../platform/context.ts";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { requirePageSize } from "../../platform/http/answers/answer-size.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { maxListedText, translate } from "../languages/translate.ts";
import {
  allCollections,
  columns,
  presentCollections,
  type PresentedRow,
  publishedCollections,
} from "./present-collection.ts";

/** Lists for shoppers shorten descriptions, because a hundred full ones would add up to a megabyte. */
const withShortTexts = sql`(select id, store_id, link, name, left(description, ${maxListedText}) as description, rule, media_id,
  position, is_published, version, created_at, updated_at from ${publishedCollections} c)`;

type List = Output<typeof collections.listCollections>;
type Pages = Omit<Input<typeof collections.listCollections>, "storeId">;

/** Lists the store's collections in the order that its staff chose. Staff also get unpublished ones. */
export async function listCollections(ctx: Context, pages: Pages): Promise<List> {
  const { rows, total } = ctx.seesMore
    ? await ctx.tx((tx) => readRows(ctx, tx, allCollections, pages))
    : await readRows(ctx, ctx.catalogue, withShortTexts, pages);
  const listed = await presentCollections(ctx, rows);
  const items = await translate(ctx, "COLLECTION", listed, pages.language, !ctx.seesMore);
  return { items, page: pages.page, limit: pages.limit, total };
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
