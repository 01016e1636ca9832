import type { reviews } from "@vetrina/contract/reviews";
import type { Routes } from "../../platform/http/routes.ts";

export const reviewsRoutes: Partial<Routes<typeof reviews>> = {};
