import type { Collection } from "@vetrina/contract/catalogue/collections";
import type { Context } from "../../platform/context.ts";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import { type ImageRow, imageToWire } from "../../platform/pictures/image-to-wire.ts";
import type { CollectionRow } from "./collection-rule.ts";
import { cachedSizes, type CollectionSize, sizeIn } from "./collection-sizes.ts";
import { ruleToWire } from "./rules.ts";

export type PresentedRow = CollectionRow &
  Pick<
    Collection,
    "link" | "name" | "description" | "mediaId" | "position" | "isPublished" | "version"
  > & {
    createdAt: Date;
    updatedAt: Date;
    /** The collection's own picture. */
    own: ImageRow | null;
  };

/** The collections that shoppers can see. `allCollections` is for staff and the system, and needs a transaction. */
export const publishedCollections = sql`catalogue.collections`;
export const allCollections = sql`(select * from shop.collections where deleted_at is null)`;

export const columns = sql`c.id, c.link, c.name, c.description, c.rule, c.media_id as "mediaId", c.position, c.is_published as "isPublished", c.version,
  c.created_at as "createdAt", c.updated_at as "updatedAt",
  (select row_to_json(m) from (
    select m.id, m.key, m.alt, m.width, m.height, m.widths, null as color, 'PHOTO' as kind from catalogue.collection_pictures m
    where m.store_id = c.store_id and m.collection_id = c.id) m) as own`;

/** Returns the collection as seen by this transaction, whether published or not. Throws NOT_FOUND. */
export async function presentCollection(
  ctx: Context,
  tx: Queryable,
  id: string,
): Promise<Collection> {
  const row = await readCollection(ctx, tx, allCollections, sql`c.id = ${id}`);
  return collectionToWire(ctx, row, await sizeIn(tx, ctx.store.id, row));
}

/** Reads one collection. Throws NOT_FOUND. */
export async function readCollection(
  ctx: Context,
  from: Queryable,
  source: Sql,
  named: Sql,
): Promise<PresentedRow> {
  const row = await from.row<PresentedRow>(
    sql`select ${columns} from ${source} c where c.store_id = ${ctx.store.id} and ${named}`,
  );
  if (row === undefined) throw notFound("collection");
  return row;
}

/** Presents the collection with its own picture or, if it has none, its first product's picture. */
function collectionToWire(
  ctx: Context,
  { rule, own, createdAt, updatedAt, ...row }: PresentedRow,
  { count, image }: CollectionSize,
): Collection {
  const shown = own ?? image;
  return {
    ...row,
    image: shown === null ? null : imageToWire(shown),
    productCount: count,
    rule: ruleToWire(rule, ctx.store.currency),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** Presents collections with their cached sizes. Not for a transaction that has changed collections or products. */
export async function presentCollections(
  ctx: Context,
  rows: readonly PresentedRow[],
): Promise<Collection[]> {
  const sizes = await cachedSizes(ctx, rows);
  return sizes.flatMap((size, at) => {
    const row = rows[at];
    return row === undefined ? [] : [collectionToWire(ctx, row, size)];
  });
}
