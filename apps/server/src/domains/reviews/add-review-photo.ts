import { createHmac, timingSafeEqual } from "node:crypto";
import { maxReviewPhotos, type reviews } from "@vetrina/contract/catalogue/reviews";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import { networkShare } from "../../platform/http/callers/caller-address.ts";
import { countCaller } from "../../platform/http/callers/count-caller.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { filesOf, keepPicture, preparePicture } from "../../platform/pictures/media.ts";
import { hasPictureRoom } from "../media/picture-room.ts";
import { newReviewPictureKey } from "../../platform/pictures/review-pictures.ts";

/** Limits the unmoderated pictures in a store, because otherwise anyone could fill the disk. */
const maxWaiting = 2000;
/** Maximum number of pictures that one caller may add per hour in one store. */
const photosOfCaller = { max: 20, seconds: 60 * 60, networkShare };

/** Returns the key that lets the author of a review add pictures to it. */
export function photoKeyOf({ services }: Context, reviewId: string): string {
  return createHmac("sha256", services.key("review photos")).update(reviewId).digest("base64url");
}

type Fields = Omit<Input<typeof reviews.addReviewPhoto>, "file">;

/**
 * Adds a picture to a review. The picture's files have a random key, not one derived from their content, and are public
 * while the review is approved. Throws NOT_FOUND for a review that has been moderated or is older than an hour.
 */
export async function addReviewPhoto(
  ctx: Context,
  { id: reviewId, file }: Input<typeof reviews.addReviewPhoto>,
): Promise<Output<typeof reviews.addReviewPhoto>> {
  const { files } = ctx.services;
  const { address, signal } = ctx.caller;
  const prepared = await preparePicture(file, { from: "anonymous", address, signal });
  const picture = { ...prepared, key: newReviewPictureKey() };
  const id = newId();
  const { key, width, height, widths } = picture;
  const photo = { id, key, width, height, widths, bytes: file.byteLength };
  // The file is stored before the transaction, which must not wait for the disk. If the picture is refused, its file is
  // deleted.
  await keepPicture(files, picture);
  try {
    await ctx.tx(async (tx) => {
      const row = await tx.row<{ outcome: Outcome }>(sql`
        select door.add_review_photo(${reviewId}, ${JSON.stringify(photo)}, ${maxReviewPhotos}, ${maxWaiting}, ${ctx.now()})
          as outcome`);
      requireAdded(row?.outcome);
      await audit(tx, ctx, {
        action: "CREATE",
        entityType: "review photo",
        entityId: id,
        after: { reviewId, key, bytes: file.byteLength },
      });
    });
  } catch (error) {
    await files.remove(filesOf(picture));
    throw error;
  }
  return { id };
}

/**
 * Throws VALIDATION_FAILED for another review's key, RATE_LIMITED for too many pictures, and the same errors as
 * addReviewPhoto. Call it before the file is read, so that a rejected call uses no memory and decodes no picture.
 */
export async function requirePhotoRoom(ctx: Context, { id, key }: Fields): Promise<void> {
  if (!isKeyOf(ctx, id, key))
    throw invalid("key", "Use the key that was returned with this review.");
  if (ctx.limitsCallers) {
    const name = `review photos of ${ctx.store.id}`;
    await countCaller(ctx.services.database.app, name, ctx.caller.address, photosOfCaller);
  }
  const row = await ctx.tx((tx) =>
    tx.row<{ outcome: Outcome }>(sql`
      select door.can_take_review_photo(${id}, ${maxReviewPhotos}, ${maxWaiting}, ${ctx.now()}) as outcome`),
  );
  requireAdded(row?.outcome);
  if (!(await ctx.tx((tx) => hasPictureRoom(tx, ctx.services)))) throw full(false);
}

/** FULL: the review has the maximum number of pictures. WAITING: too many of the store's pictures await moderation. */
type Outcome = "ADDED" | "MISSING" | "FULL" | "WAITING";

function requireAdded(outcome: Outcome | undefined): void {
  if (outcome === "MISSING") throw notFound("review");
  if (outcome !== "ADDED") throw full(outcome === "FULL");
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
      ? `A review can have at most ${maxReviewPhotos} pictures.`
      : "The store can't accept more pictures right now. Your review was saved without this one.",
  );
}
