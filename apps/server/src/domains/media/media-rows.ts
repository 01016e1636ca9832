import type { Media } from "@vetrina/contract/catalogue/media";
import type { Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";

type Row = Omit<Media, "url" | "createdAt" | "updatedAt"> & {
  createdAt: Date;
  updatedAt: Date;
};

/**
 * Whether a product (even a deleted one), a collection or one of the store's pages shows the picture. Same rule as
 * door.look_at_media. Converts the store's pages to text only once for all pictures.
 */
export function isUsed(storeId: string): Sql {
  return sql`(exists (select from shop.images i where i.store_id = m.store_id and i.key = m.key)
    or exists (select from shop.collections c where c.store_id = m.store_id and c.media_id = m.id)
    or strpos((select s.home::text || ' ' || coalesce(s.social_image, '') from shop.stores s where s.id = ${storeId}), m.key) > 0)`;
}

const columns = (
  storeId: string,
) => sql`m.id, m.store_id as "storeId", m.key, m.alt, m.width, m.height, m.widths, m.bytes,
  ${isUsed(storeId)} as "isUsed", m.version, m.created_at as "createdAt", m.updated_at as "updatedAt"`;

export async function readMediaPage(
  tx: Transaction,
  where: Sql,
  { page, limit }: { page: number; limit: number },
): Promise<{ items: Media[]; total: number }> {
  const rows = await tx.rows<Row>(sql`
    select ${columns(tx.storeId)} from shop.media m where m.store_id = ${tx.storeId} and ${where}
    order by m.id desc limit ${limit} offset ${(page - 1) * limit}`);
  const counted = await tx.row<{ total: number }>(sql`
    select count(*)::int as total from shop.media m where m.store_id = ${tx.storeId} and ${where}`);
  return { items: rows.map(toWire), total: counted?.total ?? 0 };
}

/** Reads one picture of the store's media. Throws NOT_FOUND. */
export function readMedia(tx: Transaction, id: string): Promise<Media> {
  return oneMedia(tx, id, sql``);
}

/** Like readMedia(), locked until the transaction ends. */
export function lockMedia(tx: Transaction, id: string): Promise<Media> {
  return oneMedia(tx, id, sql` for update`);
}

async function oneMedia(tx: Transaction, id: string, lock: Sql): Promise<Media> {
  const row = await tx.row<Row>(
    sql`select ${columns(tx.storeId)} from shop.media m where m.store_id = ${tx.storeId} and m.id = ${id}${lock}`,
  );
  if (row === undefined) throw notFound("picture");
  return toWire(row);
}

function toWire(row: Row): Media {
  return {
    ...row,
    url: `/media/${row.key}/640.webp`,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
