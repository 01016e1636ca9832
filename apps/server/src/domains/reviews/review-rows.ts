import type {
  ModeratedReview,
  Review,
  ReviewPhoto,
  ReviewStatus,
} from "@vetrina/contract/catalogue/reviews";
import type { Context, Services, Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { notFound } from "../../platform/errors.ts";
import { openPictureUrl, sealedPictureUrl } from "../../platform/pictures/review-pictures.ts";
import { lockRated } from "./count-rating.ts";

export type ReviewRow = Pick<
  Review,
  "id" | "name" | "rating" | "title" | "content" | "fit" | "verified"
> & {
  created_at: Date;
  photos: (Omit<ReviewPhoto, "url"> & { key: string })[];
  reply: string | null;
  replied_at: Date | null;
  helpful_count: number;
};

export type ModeratedRow = ReviewRow & {
  status: ReviewStatus;
  product: ModeratedReview["product"];
  version: number;
  moderated_at: Date | null;
};

/**
 * Returns the columns of reviews `r` with their pictures from `photos`, which is catalogue.review_photos for shoppers.
 */
export function reviewColumnsWith(photos: Sql): Sql {
  return sql`r.id, r.name, r.rating, r.title, r.content, r.fit, r.verified, r.created_at, r.reply, r.replied_at,
    r.helpful_count, coalesce((select json_agg(json_build_object('id', f.id, 'key', f.key, 'width', f.width,
        'height', f.height, 'widths', f.widths) order by f.id)
      from ${photos} f where f.store_id = r.store_id and f.review_id = r.id), '[]') as photos`;
}
export const reviewColumns = reviewColumnsWith(sql`shop.review_photos`);
/** The columns of a review for staff. The query must select from `withProduct`. */
export const moderatedColumns = sql`${reviewColumns}, r.status, r.version, r.moderated_at,
  json_build_object('id', p.id, 'link', p.link, 'name', p.name) as product`;
export const withProduct = sql`shop.reviews r join shop.products p on p.store_id = r.store_id and p.id = r.product_id`;

/**
 * Locks the review's product and then the review, so that no picture is added. Returns the review. Throws NOT_FOUND,
 * and EDIT_CONFLICT if If-Match is stale.
 */
export async function lockReview(
  ctx: Context,
  tx: Transaction,
  id: string,
): Promise<ModeratedReview> {
  const found = await tx.row<{ product_id: string }>(
    sql`select product_id from shop.reviews where store_id = ${tx.storeId} and id = ${id}`,
  );
  if (found === undefined) throw notFound("review");
  await lockRated(tx, found.product_id);
  await tx.run(
    sql`select from shop.reviews where store_id = ${tx.storeId} and id = ${id} for update`,
  );
  const present = await presentReview(ctx, tx, id);
  await requireFresh(tx, ctx, "review", present.version, async () => present);
  return present;
}

/** Throws NOT_FOUND. */
export async function presentReview(
  { services }: Context,
  tx: Transaction,
  id: string,
): Promise<ModeratedReview> {
  const row = await tx.row<ModeratedRow>(
    sql`select ${moderatedColumns} from ${withProduct} where r.store_id = ${tx.storeId} and r.id = ${id}`,
  );
  if (row === undefined) throw notFound("review");
  return moderatedToWire(services, row);
}

/**
 * Returns the review for its moderators and author, in any status. Pictures of an unpublished review have signed URLs.
 */
export function ownReviewToWire(
  services: Services,
  row: ReviewRow & { status: ReviewStatus },
): Review {
  if (row.status === "APPROVED") return reviewToWire(row);
  return reviewToWire(row, (key) => sealedPictureUrl(services, key));
}

export function reviewToWire(row: ReviewRow, urlOf = openPictureUrl): Review {
  const { id, name, rating, title, content, fit, verified, reply, replied_at: at } = row;
  return {
    id,
    name,
    rating,
    title,
    content,
    fit,
    verified,
    photos: row.photos.map(({ key, ...photo }) => ({ ...photo, url: urlOf(key) })),
    helpful: row.helpful_count,
    reply: reply === null || at === null ? null : { text: reply, at: at.toISOString() },
    createdAt: row.created_at.toISOString(),
  };
}

export function moderatedToWire(services: Services, row: ModeratedRow): ModeratedReview {
  return {
    ...ownReviewToWire(services, row),
    status: row.status,
    product: row.product,
    version: row.version,
    moderatedAt: row.moderated_at?.toISOString() ?? null,
  };
}
