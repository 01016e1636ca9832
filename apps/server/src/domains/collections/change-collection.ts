import { lastNumber, numbered } from "../products/numbered.ts";
import { linkOf, maxFormerLinks } from "../products/rules.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { isByHand, type StoredRule } from "./collection-rule.ts";
import { presentCollection } from "./present-collection.ts";
import { positionsOf } from "./rules.ts";

export type LockedCollection = {
  id: string;
  link: string;
  name: string;
  description: string;
  rule: StoredRule;
  mediaId: string | null;
  position: number;
  isPublished: boolean;
  version: number;
};

const maxProducts = 10_000;

/**
 * Reads a collection and locks it until the transaction ends. Throws NOT_FOUND, and EDIT_CONFLICT if If-Match is out of
 * date.
 */
export async function lockCollection(
  ctx: Context,
  tx: Transaction,
  id: string,
): Promise<LockedCollection> {
  const row = await tx.row<LockedCollection>(sql`
    select id, link, name, description, rule, media_id as "mediaId", position, is_published as "isPublished", version
    from shop.collections where store_id = ${tx.storeId} and id = ${id} and deleted_at is null for no key update`);
  if (row === undefined) throw notFound("collection");
  await requireFresh(tx, ctx, "collection", row.version, () => presentCollection(ctx, tx, id));
  return row;
}

export function requireByHand({ rule }: { rule: StoredRule }): void {
  if (!isByHand(rule))
    throw new ApiFailure(
      "AUTOMATED_COLLECTION",
      "A rule chooses this collection's products. Set its rule to null to choose the products manually.",
    );
}

/**
 * Returns the requested link, or an unused one made from the name. Throws ALREADY_EXISTS if another collection has the
 * link.
 */
export async function chooseCollectionLink(
  tx: Transaction,
  { id, name, link: requested }: { id: string; name: string; link: string | undefined },
): Promise<string> {
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.storeId} collection links`}, 0))`,
  );
  const link = requested ?? linkOf(name, "collection");
  const free = await tx.row<{ n: number }>(sql`
    select n from generate_series(1, ${requested === undefined ? lastNumber : 1}::int) n
    cross join lateral (select ${link}::text || case when n = 1 then '' else '-' || n end as link) l
    where not exists (select from shop.collections c
        where c.store_id = ${tx.storeId} and c.link = l.link and c.deleted_at is null and c.id <> ${id})
      and (${requested !== undefined} or not exists (select from shop.collection_links r
        where r.store_id = ${tx.storeId} and r.link = l.link and r.collection_id <> ${id}))
    order by n limit 1`);
  if (requested !== undefined && free === undefined)
    throw new ApiFailure(
      "ALREADY_EXISTS",
      "Another collection has this link. Choose a different link.",
      {
        field: "link",
      },
    );
  return numbered(link, free?.n ?? null);
}

/**
 * Makes the collection's old link redirect to the new one. Deletes any redirect stored at the new link, because that
 * link now opens the collection.
 */
export async function moveCollectionLink(
  tx: Transaction,
  id: string,
  { from, to, at }: { from: string; to: string; at: Date },
): Promise<void> {
  await tx.run(
    sql`delete from shop.collection_links where store_id = ${tx.storeId} and link = ${to}`,
  );
  await tx.run(sql`
    insert into shop.collection_links (store_id, link, collection_id, moved_at)
    values (${tx.storeId}, ${from}, ${id}, ${at})
    on conflict (store_id, link) do update set collection_id = excluded.collection_id, moved_at = excluded.moved_at`);
  await forgetOldLinks(tx, id);
}

/** Makes links that the collection had elsewhere, such as in another store, redirect to it. */
export async function addCollectionLinks(
  tx: Transaction,
  id: string,
  links: readonly string[],
): Promise<void> {
  await tx.run(sql`
    insert into shop.collection_links (store_id, link, collection_id)
    select ${tx.storeId}, link, ${id} from unnest(${links}::text[]) link
    on conflict (store_id, link) do update set collection_id = excluded.collection_id`);
  if (links.length > 0) await forgetOldLinks(tx, id);
}

async function forgetOldLinks(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`
    delete from shop.collection_links where store_id = ${tx.storeId} and link in (
      select link from shop.collection_links where store_id = ${tx.storeId} and collection_id = ${id}
      order by moved_at desc, link offset ${maxFormerLinks})`);
}

/** Locks the picture against deletion. Throws NOT_FOUND if the store has no such picture. */
export async function requirePicture(tx: Transaction, mediaId: string | null): Promise<void> {
  if (mediaId === null) return;
  const row = await tx.row(
    sql`select from shop.media where store_id = ${tx.storeId} and id = ${mediaId} for key share`,
  );
  if (row === undefined) throw notFound("picture");
}

export async function readProductsOf(tx: Transaction, id: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select product_id as id from shop.collection_products
    where store_id = ${tx.storeId} and collection_id = ${id} order by position, product_id`);
  return rows.map((row) => row.id);
}

/**
 * Replaces the collection's products with `products`, in this order. Throws NOT_FOUND if one of `added` is deleted or
 * belongs to another store, and LIMIT_REACHED for too many products.
 */
export async function writeProductsOf(
  tx: Transaction,
  id: string,
  products: readonly string[],
  added: readonly string[],
): Promise<void> {
  if (products.length > maxProducts)
    throw new ApiFailure(
      "LIMIT_REACHED",
      `A manual collection can have at most ${maxProducts} products. Use a rule, or remove some products.`,
    );
  const known = await tx.rows(sql`
    select from shop.products where store_id = ${tx.storeId} and id = any(${added}::uuid[]) and deleted_at is null`);
  if (known.length !== added.length) throw notFound("product");
  const rows = await tx.rows<{ id: string; position: number }>(sql`
    select product_id as id, position from shop.collection_products
    where store_id = ${tx.storeId} and collection_id = ${id}`);
  const present = new Map(rows.map((row) => [row.id, row.position]));
  const kept = new Set(products);
  const removed = rows.flatMap((row) => (kept.has(row.id) ? [] : [row.id]));
  if (removed.length > 0)
    await tx.run(sql`
      delete from shop.collection_products
      where store_id = ${tx.storeId} and collection_id = ${id} and product_id = any(${removed}::uuid[])`);
  const positions = positionsOf(products, present, new Set(added));
  const written = products.flatMap((product, at) => {
    const position = positions[at];
    return present.get(product) === position ? [] : [{ id: product, position }];
  });
  if (written.length > 0)
    await tx.run(sql`
      insert into shop.collection_products (store_id, collection_id, product_id, position)
      select ${tx.storeId}, ${id}, t.id, t.position from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as t (id uuid, position int)
      on conflict (store_id, collection_id, product_id) do update set position = excluded.position`);
}

/** Increments the collection's version and invalidates caches. Call it after any change. */
export async function settleCollection(tx: Transaction, ctx: Context, id: string): Promise<void> {
  await tx.run(sql`
    update shop.collections set version = version + 1, updated_at = ${ctx.now()}
    where store_id = ${tx.storeId} and id = ${id}`);
  await publishCollection(tx, id);
}

export function publishCollection(tx: Transaction, id: string): Promise<void> {
  return enqueue(tx, catalogueChanged, { tags: [`collection:${id}`, "lists"] });
}
