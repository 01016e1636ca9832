import { createHmac, timingSafeEqual } from "node:crypto";
import { mostReviewPhotos, type reviews } from "@vetrina/contract/reviews";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { keepPicture, preparePicture } from "../../platform/media.ts";
import { newReviewPictureKey } from "../../platform/review-pictures.ts";

/** Pictures of a store's reviews that nobody has looked at: beyond, someone fills the disk. */
const mostWaiting = 2000;

/** Lets whoever handed the review in add its pictures. */
export function photoKeyOf({ services }: Context, reviewId: string): string {
  return createHmac("sha256", services.key("review photos")).update(reviewId).digest("base64url");
}

/**
 * Its files lie under a key of chance, not of their content, and open to others while the review is approved. Throws
 * NOT_FOUND for a review that is decided on, or older than an hour.
 */
export async function addReviewPhoto(
  ctx: Context,
  { id: reviewId, file }: Input<typeof reviews.addReviewPhoto>,
): Promise<Output<typeof reviews.addReviewPhoto>> {
  const prepared = await preparePicture(file);
  const picture = { ...prepared, key: newReviewPictureKey() };
  const id = newId();
  const { width, height, widths } = picture;
  const photo = { id, key: picture.key, width, height, widths, bytes: file.byteLength };
  await ctx.tx(async (tx) => {
    const row = await tx.row<{ outcome: string }>(sql`
      select door.add_review_photo(${reviewId}, ${JSON.stringify(photo)}, ${mostReviewPhotos}, ${mostWaiting}, ${ctx.now()})
        as outcome`);
    if (row?.outcome === "MISSING") throw notFound("review");
    if (row?.outcome !== "ADDED") throw full(row?.outcome === "FULL");
    await keepPicture(ctx.services.files, picture);
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "review photo",
      entityId: id,
      after: { reviewId, key: picture.key, bytes: file.byteLength },
    });
  });
  return { id };
}

/** Before the file is read, because nobody else may fill our memory. Throws VALIDATION_FAILED for another review's key. */
export function requirePhotoKey(
  ctx: Context,
  { id, key }: Omit<Input<typeof reviews.addReviewPhoto>, "file">,
): void {
  if (!isKeyOf(ctx, id, key)) throw invalid("key", "Use the key this review was answered with.");
}

function isKeyOf(ctx: Context, reviewId: string, key: string): boolean {
  const own = Buffer.from(photoKeyOf(ctx, reviewId));
  const given = Buffer.from(key);
  return own.byteLength === given.byteLength && timingSafeEqual(own, given);
}

function invalid(path: string, message: string): ApiFailure {
  return new ApiFailure("VALIDATION_FAILED", message, [{ path, message }]);
}

function full(isReview: boolean): ApiFailure {
  return new ApiFailure(
    "LIMIT_REACHED",
    isReview
      ? `A review has at most ${mostReviewPhotos} pictures.`
      : "The store takes no more pictures at the moment. Your review is there without it.",
  );
}
