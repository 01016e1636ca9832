import type { Collection, collections } from "@vetrina/contract/catalogue/collections";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { translate } from "../languages/translate.ts";
import {
  allCollections,
  presentCollections,
  publishedCollections,
  readCollection,
} from "./present-collection.ts";

/** Returns one collection by its current or a former link. The response contains the current link. */
export async function getCollection(
  ctx: Context,
  { link, language }: Omit<Input<typeof collections.getCollection>, "storeId">,
): Promise<Collection> {
  const moved = sql`select l.collection_id from catalogue.collection_links l where l.store_id = ${ctx.store.id} and l.link = ${link}`;
  const named = sql`(c.link = ${link} or c.id = (${moved})) order by c.link <> ${link} limit 1`;
  const row = ctx.seesMore
    ? await ctx.tx((tx) => readCollection(ctx, tx, allCollections, named))
    : await readCollection(ctx, ctx.catalogue, publishedCollections, named);
  const [one] = await presentCollections(ctx, [row]);
  if (one === undefined) throw notFound("collection");
  if (ctx.seesMore) return one;
  const [shown = one] = await translate(ctx, "COLLECTION", [one], language);
  return shown;
}
