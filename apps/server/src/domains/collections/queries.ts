import type { Collection, collections } from "@vetrina/contract/collections";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { type ImageRow, imageToWire } from "../../platform/image-to-wire.ts";
import { collectionOrder, type CollectionRow, inCollection } from "./collection-rule.ts";

type Row = CollectionRow & { link: string; name: string; description: string };
const columns = sql`c.id, c.link, c.name, c.description, c.rule`;
const source = sql`catalogue.products`;

/** The store's published collections in the store's order. */
export async function listCollections(
  ctx: Context,
  { page, limit }: Omit<Input<typeof collections.listCollections>, "storeId">,
): Promise<Output<typeof collections.listCollections>> {
  const rows = await ctx.catalogue.rows<Row & { total: number }>(sql`
    select ${columns}, count(*) over ()::int as total from catalogue.collections c
    where c.store_id = ${ctx.store.id} order by c.position, c.id limit ${limit} offset ${(page - 1) * limit}`);
  const items = await Promise.all(rows.map((row) => toWire(ctx, row)));
  return { items, page, limit, total: rows[0]?.total ?? (await countCollections(ctx, page)) };
}

/** One published collection by its link. */
export async function getCollection(
  ctx: Context,
  { link }: Omit<Input<typeof collections.getCollection>, "storeId">,
): Promise<Collection> {
  const row = await ctx.catalogue.row<Row>(
    sql`select ${columns} from catalogue.collections c where c.store_id = ${ctx.store.id} and c.link = ${link}`,
  );
  if (row === undefined) throw notFound("collection");
  return toWire(ctx, row);
}

// A page beyond the last has no row to tell the total.
async function countCollections(ctx: Context, page: number): Promise<number> {
  if (page === 1) return 0;
  const row = await ctx.catalogue.row<{ total: number }>(
    sql`select count(*)::int as total from catalogue.collections c where c.store_id = ${ctx.store.id}`,
  );
  return row?.total ?? 0;
}

// A statement a collection, because each rule has its own best plan. The picture is that of its first product.
async function toWire(ctx: Context, row: Row): Promise<Collection> {
  const storeId = ctx.store.id;
  const where = sql`p.store_id = ${storeId} and ${inCollection(source, storeId, row)}`;
  const about = await ctx.catalogue.row<{ count: number; image: ImageRow | null }>(sql`
    select (select count(*)::int from ${source} p where ${where}) as count,
      (select row_to_json(i) from (
        select i.id, i.key, i.alt, i.width, i.height, i.widths, i.color, i.kind
        from (select p.id from ${source} p where ${where} order by ${collectionOrder(row)} limit 1) f
        join catalogue.images i on i.store_id = ${storeId} and i.product_id = f.id
        order by i.position limit 1) i) as image`);
  return {
    id: row.id,
    link: row.link,
    name: row.name,
    description: row.description,
    image: about?.image ? imageToWire(about.image) : null,
    productCount: about?.count ?? 0,
  };
}
