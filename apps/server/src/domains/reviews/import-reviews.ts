import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { StoredPicture } from "../../platform/pictures/media.ts";
import { countRatings } from "./count-rating.ts";

export type ImportedReview = {
  id: string;
  /** The product's link. */
  product: string;
  name: string;
  /** 1 to 5. */
  rating: number;
  title: string;
  content: string;
  fit: string | null;
  verified: boolean;
  status: string;
  helpful: number;
  reply: { text: string; at: string } | null;
  createdAt: string;
};

/**
 * Adds reviews, or changes those with the same ids, and then updates the ratings of their products. New reviews belong
 * to no customer.
 */
export async function importReviews(
  tx: Transaction,
  reviews: readonly ImportedReview[],
): Promise<void> {
  if (reviews.length === 0) return;
  const rated = await tx.rows<{ productId: string }>(sql`
    with sent as (
      select r.*, p.id as product_id
      from jsonb_to_recordset(${JSON.stringify(reviews)}::jsonb) as r (id uuid, product text, name text, rating int, title text,
        content text, fit text, verified boolean, status text, helpful int, reply jsonb, "createdAt" timestamptz)
      join shop.products p on p.store_id = ${tx.storeId} and p.link = r.product and p.deleted_at is null
    ), made as (
      insert into shop.reviews (store_id, id, product_id, name, rating, title, content, fit, verified, status, helpful_count,
        reply, replied_at, created_at)
      select ${tx.storeId}, id, product_id, name, rating, title, content, fit, verified, status, helpful, reply ->> 'text',
        (reply ->> 'at')::timestamptz, "createdAt" from sent
      on conflict (store_id, id) do update set rating = excluded.rating, content = excluded.content, fit = excluded.fit,
        verified = excluded.verified, status = excluded.status, helpful_count = excluded.helpful_count, reply = excluded.reply,
        replied_at = excluded.replied_at, version = shop.reviews.version + 1
    )
    select distinct product_id as "productId" from sent order by 1`);
  await countRatings(
    tx,
    rated.map(({ productId }) => productId),
  );
}

/**
 * Returns the reviews that have pictures and aren't published. An import must not approve them, because pictures may
 * have been added since the file was exported. With `lock`, no pictures can be added until the transaction ends.
 */
export async function findUnpublishedPictures(
  tx: Transaction,
  reviewIds: readonly string[],
  { lock }: { lock: boolean },
): Promise<ReadonlySet<string>> {
  if (reviewIds.length === 0) return new Set();
  if (lock)
    await tx.run(sql`
      select from shop.reviews where store_id = ${tx.storeId} and id = any(${reviewIds}::uuid[]) order by id for update`);
  const rows = await tx.rows<{ id: string }>(sql`
    select id from shop.reviews r where store_id = ${tx.storeId} and id = any(${reviewIds}::uuid[])
      and status <> 'APPROVED'
      and exists (select from shop.review_photos f where f.store_id = r.store_id and f.review_id = r.id)`);
  return new Set(rows.map(({ id }) => id));
}

export type ImportedPhoto = StoredPicture & { id: string; reviewId: string; bytes: number };

/**
 * Adds stored pictures to reviews, and increments the reviews' versions, as happens when shoppers add pictures. The
 * caller enforces the limit on pictures per review.
 */
export async function importReviewPhotos(
  tx: Transaction,
  photos: readonly ImportedPhoto[],
  at: Date,
): Promise<void> {
  if (photos.length === 0) return;
  await tx.run(sql`
    insert into shop.review_photos (store_id, review_id, id, key, width, height, widths, bytes, created_at)
    select ${tx.storeId}, "reviewId", id, key, width, height, array(select jsonb_array_elements_text(widths)::int), bytes, ${at}
    from jsonb_to_recordset(${JSON.stringify(photos)}::jsonb) as r (id uuid, "reviewId" uuid, key text, width int, height int,
      widths jsonb, bytes int)`);
  await tx.run(sql`
    update shop.reviews set version = version + 1
    where store_id = ${tx.storeId} and id = any(${photos.map(({ reviewId }) => reviewId)}::uuid[])`);
}
