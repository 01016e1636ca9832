import { createHash } from "node:crypto";
import { maxReviewPhotos } from "@vetrina/contract/catalogue/reviews";
import type { Context, Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { newId } from "../../../platform/id.ts";
import {
  checkMaster,
  keepPicture,
  readLargest,
  type StoredPicture,
} from "../../../platform/pictures/media.ts";
import { newReviewPictureKey } from "../../../platform/pictures/review-pictures.ts";
import { invalidPicture } from "../../../platform/pictures/picture-work.ts";
import { hasPictureRoom, noPictureRoom } from "../../media/picture-room.ts";
import { importReviewPhotos } from "../../reviews/import-reviews.ts";
import { noId } from "../export-pages.ts";
import type { Counts } from "../import-file.ts";
import { byName, isErasedReview, isSameReview } from "./find-records.ts";
import type { Named, Numbered } from "./named.ts";
import { withBytes } from "./picture-lines.ts";
import { isExported } from "./other-records.ts";
import { eachFresh, type Refused } from "./picture-records.ts";
import { pictureId } from "./product-records.ts";
import type { RecordOf } from "./records.ts";

type Record = RecordOf<"reviewPicture">;
export type NumberedReviewPicture = Numbered<Record>;

const picturesOfPage = 8;
/** A page ends with the picture that makes it exceed this many bytes. */
const bytesOfPage = 2 * 1024 * 1024;

/** Returns a page of review pictures, each with its review. Leaves out pictures without a WebP file. */
export async function reviewPictureLines(
  ctx: Context,
  after: string,
): Promise<{ lines: unknown[]; last: string | null }> {
  type Row = Pick<Record, "product" | "name" | "title" | "bytes"> & {
    id: string;
    key: string;
    widths: number[];
    createdAt: Date;
  };
  const rows = await ctx.tx((tx) =>
    tx.rows<Row>(sql`
      select f.id, f.key, f.widths, f.bytes, p.link as product, r.name, r.title, r.created_at as "createdAt"
      from shop.review_photos f
      join shop.reviews r on r.store_id = f.store_id and r.id = f.review_id
      join shop.products p on p.store_id = r.store_id and p.id = r.product_id and p.deleted_at is null
      where f.store_id = ${tx.storeId} and f.id > ${after || noId} and ${isExported} order by f.id limit ${picturesOfPage}`),
  );
  const lines: unknown[] = [];
  let size = 0;
  let done = 0;
  for (const row of rows) {
    if (size > bytesOfPage) break;
    done += 1;
    const file = await readLargest(ctx.services.files, row);
    if (file?.type !== "image/webp") continue;
    size += file.bytes.length;
    const { key, product, name, title, createdAt, bytes } = row;
    const of = { product, name, title, createdAt: createdAt.toISOString(), bytes };
    lines.push(...(await withBytes({ type: "reviewPicture", id: pictureId(key) }, of, file)));
  }
  const isLast = rows.length < picturesOfPage && done === rows.length;
  return { lines, last: isLast ? null : (rows[done - 1]?.id ?? null) };
}

/**
 * Counts the review pictures that the import would store, and those that the store already has. Calls `refused` for
 * pictures that can't be stored.
 */
export async function checkReviewPictures(
  tx: Transaction,
  ctx: Context,
  pictures: readonly NumberedReviewPicture[],
  named: Named,
  refused: Refused,
): Promise<Counts> {
  const found = await findReviews(tx, ctx, pictures, { lock: false });
  const fresh = pictures.filter((_, i) => found[i]?.isStored !== true);
  const source = { from: "import", storeId: tx.storeId } as const;
  await eachFresh(fresh, refused, async ({ hash }, bytes) => {
    named.masters.set(hash, await checkMaster(ctx.services.files, bytes, source));
  });
  return { created: fresh.length, updated: 0, unchanged: pictures.length - fresh.length };
}

/** Stores the pictures unchanged under random keys, so that each one can be reached only through its review. */
export async function storeReviewPictures(
  tx: Transaction,
  ctx: Context,
  pictures: readonly NumberedReviewPicture[],
  named: Named,
  refused: Refused,
): Promise<Counts> {
  const { files } = ctx.services;
  const found = await findReviews(tx, ctx, pictures, { lock: true });
  const counts = new Map<string, number>();
  const fresh = pictures.flatMap((picture, i) => {
    const { reviewId = null, isStored = false, count: there = 0 } = found[i] ?? {};
    if (isStored || reviewId === null) return [];
    const count = (counts.get(reviewId) ?? there) + 1;
    counts.set(reviewId, count);
    if (count > maxReviewPhotos) refused(picture.line, invalidPicture(tooManyPictures));
    return [{ ...picture, id: newId(), reviewId }];
  });
  const hasRoom = fresh.length === 0 || (await hasPictureRoom(tx, ctx.services));
  const stored = new Map<Record, StoredPicture>();
  const source = { from: "import", storeId: tx.storeId } as const;
  await eachFresh(fresh, refused, async (record, bytes) => {
    if (!hasRoom) throw invalidPicture(noPictureRoom);
    const master = named.masters.get(record.hash) ?? (await checkMaster(files, bytes, source));
    const picture = { ...master, key: newReviewPictureKey() };
    await keepPicture(files, { ...picture, master: bytes });
    stored.set(record, picture);
  });
  const photos = fresh.flatMap(({ id, reviewId, record }) => {
    const picture = stored.get(record);
    if (picture === undefined) return [];
    const { key, width, height, widths } = picture;
    return [{ id, reviewId, key, width, height, widths, bytes: record.bytes }];
  });
  if (photos.length === fresh.length) await importReviewPhotos(tx, photos, ctx.now());
  return { created: fresh.length, updated: 0, unchanged: pictures.length - fresh.length };
}

const tooManyPictures = `A review can have at most ${maxReviewPhotos} pictures, including those it already has in the store. Remove some.`;

/**
 * For each picture, returns its review (null: none), that review's number of pictures, and whether it already has the
 * same picture. A review of an erased author counts as having it, because an erasure removes pictures. `lock` locks the
 * reviews, so that no author is erased meanwhile.
 */
async function findReviews(
  tx: Transaction,
  { services }: Context,
  pictures: readonly NumberedReviewPicture[],
  { lock }: { lock: boolean },
): Promise<{ reviewId: string | null; isStored: boolean; count: number }[]> {
  const sought = pictures.map(({ record: { product, name, title, createdAt } }, at) => {
    return { at, product, name, title, createdAt };
  });
  const reviews = sql`
    jsonb_to_recordset(${JSON.stringify(sought)}::jsonb)
      as r (at int, product text, name text, title text, "createdAt" timestamptz)
    left join shop.products p on p.store_id = ${tx.storeId} and p.link = r.product and p.deleted_at is null
    left join lateral (select v.id, v.name from shop.reviews v
      where v.store_id = ${tx.storeId} and v.product_id = p.id and ${isSameReview} order by ${byName} limit 1) v on true`;
  // Reads the reviews again once they are locked, because the lock may have waited for an erasure.
  if (lock)
    await tx.run(sql`
      select from shop.reviews where store_id = ${tx.storeId} and id in (select v.id from ${reviews}) order by id for update`);
  const rows = await tx.rows<{
    reviewId: string | null;
    isErased: boolean;
    photos: Pick<StoredPicture, "key" | "widths">[];
  }>(sql`
    select v.id as "reviewId", coalesce(v.name <> r.name, ${isErasedReview(tx)}) as "isErased",
      coalesce((select jsonb_agg(jsonb_build_object('key', f.key, 'widths', f.widths))
      from shop.review_photos f where f.store_id = ${tx.storeId} and f.review_id = v.id), '[]') as photos
    from ${reviews} order by r.at`);
  const hashes = new Map<string, string>();
  for (const { photos } of rows)
    for (const photo of photos) {
      if (hashes.has(photo.key)) continue;
      const file = await readLargest(services.files, photo);
      const bytes = file?.bytes ?? new Uint8Array();
      hashes.set(photo.key, createHash("sha256").update(bytes).digest("hex"));
    }
  return rows.map(({ reviewId, isErased, photos }, i) => {
    const { hash } = pictures[i]?.record ?? {};
    const isStored = isErased || photos.some(({ key }) => hashes.get(key) === hash);
    return { reviewId, isStored, count: photos.length };
  });
}
