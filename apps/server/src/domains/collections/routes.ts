import type { collections } from "@vetrina/contract/collections";
import type { Routes } from "../../platform/http/routes.ts";

export const collectionsRoutes: Partial<Routes<typeof collections>> = {};
