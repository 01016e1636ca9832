import type { reviews } from "@vetrina/contract/reviews";
import type { Routes } from "../../platform/http/routes.ts";
import { listReviews } from "./queries.ts";

export const reviewsRoutes: Partial<Routes<typeof reviews>> = { listReviews };
