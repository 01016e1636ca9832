import type { Collection } from "@vetrina/contract/collections";
import type { Context } from "../../platform/context.ts";
import { joinSql, type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import { type ImageRow, imageToWire } from "../../platform/image-to-wire.ts";
import {
  collectionOrder,
  type CollectionRow,
  countedInCollection,
  countsAsStockIs,
  inCollection,
} from "./collection-rule.ts";
import { ruleToWire } from "./rules.ts";

export type PresentedRow = CollectionRow &
  Pick<
    Collection,
    "link" | "name" | "description" | "mediaId" | "position" | "isPublished" | "version"
  > & {
    createdAt: Date;
    updatedAt: Date;
  };

/** What anybody may see, and what the store's own staff and the system do in a transaction that was entered. */
export const publishedCollections = sql`catalogue.collections`;
export const allCollections = sql`(select * from shop.collections where deleted_at is null)`;

export const columns = sql`c.id, c.link, c.name, c.description, c.rule, c.media_id as "mediaId", c.position, c.is_published as "isPublished", c.version,
  c.created_at as "createdAt", c.updated_at as "updatedAt"`;

/** The collection as it stands in this transaction, published or not. Throws NOT_FOUND. */
export async function presentCollection(
  ctx: Context,
  tx: Queryable,
  id: string,
): Promise<Collection> {
  return oneCollection(ctx, tx, allCollections, sql`c.id = ${id}`);
}

/** Throws NOT_FOUND. */
export async function oneCollection(
  ctx: Context,
  from: Queryable,
  source: Sql,
  named: Sql,
): Promise<Collection> {
  const row = await from.row<PresentedRow>(
    sql`select ${columns} from ${source} c where c.store_id = ${ctx.store.id} and ${named}`,
  );
  if (row === undefined) throw notFound("collection");
  return collectionToWire(ctx, from, row);
}

const published = sql`catalogue.products`;

/** A statement a collection, because each rule has its own best plan. The picture is its own, else its first product's. */
export async function collectionToWire(
  ctx: Context,
  from: Queryable,
  { rule, createdAt, updatedAt, ...row }: PresentedRow,
): Promise<Collection> {
  const storeId = ctx.store.id;
  const about = { id: row.id, rule };
  const where = sql`p.store_id = ${storeId} and ${inCollection(published, storeId, about)}`;
  const found = await from.row<{ count: number; image: ImageRow | null }>(sql`
    select (${countOf(storeId, about)}) as count,
      coalesce((select row_to_json(m) from (
        select id, key, alt, width, height, widths, null as color, 'PHOTO' as kind from catalogue.collection_pictures
        where store_id = ${storeId} and collection_id = ${about.id}) m),
      (select row_to_json(i) from (
        select i.id, i.key, i.alt, i.width, i.height, i.widths, i.color, i.kind
        from (select p.id from ${published} p where ${where} order by ${collectionOrder(about) ?? sql`p.published_at desc, p.id`} limit 1) f
        join catalogue.images i on i.store_id = ${storeId} and i.product_id = f.id
        order by i.position limit 1) i)) as image`);
  return {
    ...row,
    image: found?.image ? imageToWire(found.image) : null,
    productCount: found?.count ?? 0,
    rule: ruleToWire(rule, ctx.store.currency),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** How many published products are in it: added up from what is kept, where that tells. */
function countOf(storeId: string, about: CollectionRow): Sql {
  const counted = countedInCollection(storeId, about);
  if (counted === null)
    return sql`select count(*)::int from ${published} p
      where p.store_id = ${storeId} and ${inCollection(published, storeId, about)}`;
  const counts = sql`catalogue.list_counts`;
  const source = counted.inStock ? countsAsStockIs(counts, published, storeId) : counts;
  const where = joinSql([sql`p.store_id = ${storeId}`, ...counted.conditions], " and ");
  return sql`select coalesce(sum(p.products), 0)::int from ${source} p where ${where}`;
}
