import type { reviews } from "@vetrina/contract/catalogue/reviews";
import type { Routes } from "../../platform/http/routes.ts";
import { addReviewPhoto, requirePhotoRoom } from "./add-review-photo.ts";
import { createReview } from "./create-review.ts";
import { deleteReview } from "./delete-review.ts";
import { listReviews } from "./list-reviews.ts";
import { listStoreReviews } from "./list-store-reviews.ts";
import { updateReview } from "./update-review.ts";
import { voteForReview } from "./vote-for-review.ts";

export const reviewsRoutes: Routes<typeof reviews> = {
  listReviews,
  createReview,
  addReviewPhoto: Object.assign(addReviewPhoto, { beforeFile: requirePhotoRoom }),
  listStoreReviews,
  updateReview,
  deleteReview,
  voteForReview,
};
