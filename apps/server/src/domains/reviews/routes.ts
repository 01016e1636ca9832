import type { reviews } from "@vetrina/contract/reviews";
import type { Routes } from "../../platform/http/routes.ts";
import { createReview } from "./create-review.ts";
import { listReviews } from "./queries.ts";

export const reviewsRoutes = { listReviews, createReview } satisfies Routes<typeof reviews>;
