import type { ModeratedReview, reviews } from "@vetrina/contract/catalogue/reviews";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { countRating } from "./count-rating.ts";
import { lockReview, presentReview } from "./review-rows.ts";

/**
 * Approves, rejects or replies to a review. Updates the product's rating in the same transaction. Throws EDIT_CONFLICT
 * if the call would publish pictures that its sender may not have seen.
 */
export async function updateReview(
  ctx: Context,
  { id, body }: Input<typeof reviews.updateReview>,
): Promise<ModeratedReview> {
  return ctx.tx(async (tx) => {
    const present = await lockReview(ctx, tx, id);
    if (body.status === "APPROVED") requireSeenPictures(ctx, present);
    const { moderatedAt, reply: answer } = present;
    const text = answer?.text ?? null;
    const status = body.status ?? present.status;
    const reply = body.reply === undefined ? text : body.reply;
    const repliedAt = reply === null ? null : reply === text ? (answer?.at ?? null) : ctx.now();
    await tx.run(sql`
      update shop.reviews set status = ${status}, reply = ${reply}, replied_at = ${repliedAt},
        moderated_at = ${body.status === undefined ? moderatedAt : ctx.now()}, version = version + 1
      where store_id = ${tx.storeId} and id = ${id}`);
    await countRating(tx, present.product.id);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "review",
      entityId: id,
      before: { status: present.status, reply: text },
      after: { status, reply },
    });
    return presentReview(ctx, tx, id);
  });
}

/**
 * Throws EDIT_CONFLICT if the call would publish pictures without If-Match. The author can add pictures to a pending
 * review, and only the version tells which of them staff have seen.
 */
function requireSeenPictures({ ifMatch }: Context, review: ModeratedReview): void {
  if (review.status === "APPROVED" || review.photos.length === 0 || ifMatch !== null) return;
  throw new ApiFailure(
    "EDIT_CONFLICT",
    "This review has pictures. Look at them, and approve the review with its version in If-Match.",
    review,
  );
}
